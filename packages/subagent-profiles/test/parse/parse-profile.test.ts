import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { parseProfile } from "../../src/index.ts";

const options = { path: "/p/.agent/subagent_types/tester/SUBAGENT.md", directoryName: "tester" };

test("reads name, description, skills, expected input, needs and the text below", () => {
  const text =
    '---\nname: Prober\ndescription: "When to use: probing"\nskills: [file-search]\nexpected_input:\n  - a goal\nneeds: {shell: required, web: optional}\n---\n\nYou probe.\n\n---\n\nEnd.\n';
  expect(parseProfile(text, options)).toEqual({
    name: "Prober",
    description: "When to use: probing",
    skills: ["file-search"],
    expected_input: ["a goal"],
    needs: { shell: "required", web: "optional" },
    system_prompt: "You probe.\n\n---\n\nEnd.",
    path: options.path,
  });
});

test("takes the directory's name without one, and files from Windows", () => {
  expect(parseProfile("\uFEFF---\r\ndescription: d\r\n---\r\nText.\r\n", options)).toMatchObject({
    name: "tester",
    system_prompt: "Text.",
    skills: [],
  });
});

test.each([
  ["no front matter", "You probe.", /no front matter/, /line ---/],
  ["front matter without an end", "---\ndescription: d\n", /no front matter/, /line ---/],
  ["no description", "---\nname: x\n---\nText.", /description is missing/, /description is required/],
  [
    "a blank description",
    "---\ndescription: ' '\n---\nText.",
    /description must hold text \(found " "\)/,
    /keys are/,
  ],
  ["a colon without quotes", "---\ndescription: When to use: x\n---\nText.", /not YAML/, /quotes/],
  ["a key twice", "---\ndescription: a\ndescription: b\n---\nText.", /unique/, /quotes/],
  ["a list as front matter", "---\n- a\n---\nText.", /description is missing|unknown key/, /keys are/],
  [
    "skills as text",
    "---\ndescription: d\nskills: search\n---\nText.",
    /skills must be a list of strings \(found "search"\)/,
    /keys are/,
  ],
  [
    "a number among the skills",
    "---\ndescription: d\nskills: [1]\n---\nText.",
    /skills\[0\] must be a string/,
    /keys are/,
  ],
  [
    "a name of two lines",
    '---\nname: "a\\nb"\ndescription: d\n---\nText.',
    /name must be one line/,
    /keys are/,
  ],
  [
    "a need that there is not",
    "---\ndescription: d\nneeds: {root: required}\n---\nText.",
    /unknown key needs\.root/,
    /needs is a map of read, write, shell, web, skills, each required or optional/,
  ],
  [
    "a need that is neither required nor optional",
    "---\ndescription: d\nneeds: {shell: maybe}\n---\nText.",
    /needs\.shell must be required or optional \(found "maybe"\)/,
    /needs is a map/,
  ],
  [
    "needs as a list",
    "---\ndescription: d\nneeds: [shell]\n---\nText.",
    /needs must be a map \(found \["shell"\]\)/,
    /needs is a map/,
  ],
  ["no text", "---\ndescription: d\n---\n\n", /no text below/, /what the role is told/],
])(`refuses %s ${verifies("PROFILE-SCHEMA")}`, (_what, text, message, remedy) => {
  expect(() => parseProfile(text, options)).toThrow(
    expect.objectContaining({
      code: "INVALID_PROFILE",
      message: expect.stringMatching(new RegExp(`^${options.path} is no profile: .*(${message.source})`)),
      remedy: expect.stringMatching(remedy),
    }),
  );
});

test.each(["default_background", "default_refine", "mcp_servers", "model"])(
  `refuses the key %s by name ${verifies("PROFILE-LEGACY")}`,
  (key) => {
    const text = `---\ndescription: d\n${key}: true\n---\nText.`;
    expect(() => parseProfile(text, options)).toThrow(new RegExp(`unknown key ${key}`));
  },
);

test(`lets pass what MassGen writes: values as JSON, further keys, no text ${verifies("TYPES-HANDED-OVER")}`, () => {
  const text =
    '---\nname: builder\ndescription: "When: \\"now\\""\nskills: ["a"]\nexpected_input: []\nextra: 1\n---\n';
  expect(parseProfile(text, { ...options, inherited: true })).toMatchObject({
    name: "builder",
    description: 'When: "now"',
    skills: ["a"],
    system_prompt: "",
  });
});
