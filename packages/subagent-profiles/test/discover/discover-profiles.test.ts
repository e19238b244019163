import { temporaryDirectory, verifies } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { builtInProfiles, discoverProfiles, profileTemplate } from "../../src/index.ts";
import { profileText, profileTree } from "../profile-tree.ts";

const builtIn = builtInProfiles.map(({ name }) => name);

test("without a project's own profiles there are the built-in ones", () => {
  expect(discoverProfiles([{ directory: "/nowhere" }])).toEqual({
    profiles: builtInProfiles,
    problems: [],
    inherited: [],
  });
});

test(`a project's profile is found, and overrides a built-in one whatever its case ${verifies("PROFILE-PROJECT", "PROFILE-OVERRIDE")}`, () => {
  const directory = profileTree({ mine: profileText("mine"), any: profileText("EXPLORER") });
  const { profiles, problems } = discoverProfiles([{ directory }]);
  expect(problems).toEqual([]);
  expect(profiles.map(({ name }) => name)).toEqual([
    "EXPLORER",
    "mine",
    ...builtIn.filter((name) => name !== "explorer"),
  ]);
  expect(profiles[0]).toMatchObject({
    system_prompt: "You are EXPLORER.",
    path: join(directory, "any/SUBAGENT.md"),
  });
});

test("an earlier source wins over a later one", () => {
  const first = profileTree({ a: profileText("helper", "skills: [one]\n") });
  const second = profileTree({ b: profileText("Helper", "skills: [two]\n") });
  const { profiles } = discoverProfiles([{ directory: first }, { directory: second }]);
  expect(profiles.filter(({ name }) => /helper/i.test(name))).toMatchObject([
    { name: "helper", skills: ["one"] },
  ]);
});

test(`the template is never discovered ${verifies("PROFILE-TEMPLATE")}`, () => {
  const directory = profileTree({ _template: profileTemplate("sample"), _Template: profileText("other") });
  expect(discoverProfiles([{ directory }]).profiles).toEqual(builtInProfiles);
});

test("a broken file is named, takes its name, and leaves the others alone", () => {
  const directory = profileTree({
    good: profileText("good"),
    critic: "You criticise.",
    mine: profileText("Evaluator", "mcp_servers: []\n"),
  });
  const { profiles, problems } = discoverProfiles([{ directory }]);
  expect(profiles.map(({ name }) => name)).toEqual([
    "good",
    "explorer",
    "researcher",
    "round_evaluator",
    "novelty",
  ]);
  expect(problems).toMatchObject([
    {
      name: "critic",
      path: join(directory, "critic/SUBAGENT.md"),
      message: expect.stringContaining("no front matter"),
    },
    { name: "Evaluator", message: expect.stringContaining("mcp_servers") },
  ]);
});

test("two profiles of one name: the first in order stays, the second is named", () => {
  const directory = profileTree({ a: profileText("twin"), b: profileText("TWIN") });
  const { profiles, problems } = discoverProfiles([{ directory }]);
  expect(profiles[0]).toMatchObject({ name: "twin" });
  expect(problems).toMatchObject([
    { path: join(directory, "b/SUBAGENT.md"), message: expect.stringContaining("as ") },
  ]);
});

test("links, pipes, directories and files without end are refused, and nothing hangs", () => {
  const directory = profileTree({ big: `${profileText("big")}${"x".repeat(70_000)}` });
  const secret = join(temporaryDirectory(), "secret");
  writeFileSync(secret, profileText("stolen"));
  for (const name of ["link", "pipe", "folder/SUBAGENT.md", "none"])
    mkdirSync(join(directory, name), { recursive: true });
  symlinkSync(secret, join(directory, "link/SUBAGENT.md"));
  symlinkSync(dirname(secret), join(directory, "linked-folder"));
  execFileSync("mkfifo", [join(directory, "pipe/SUBAGENT.md")]);
  const { profiles, problems } = discoverProfiles([{ directory }]);
  expect(profiles).toEqual(builtInProfiles);
  expect(problems.map(({ name, message }) => [name, message.split(": ").at(-1)])).toEqual([
    ["big", "it is larger than 65536 bytes"],
    ["folder", "it is not a regular file"],
    ["link", "it is a symbolic link"],
    ["pipe", "it is not a regular file"],
  ]);
});
