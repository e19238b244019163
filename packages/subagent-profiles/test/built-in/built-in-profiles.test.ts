import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { builtInProfiles, parseProfile } from "../../src/index.ts";

test(`there are six ${verifies("PROFILE-BUILT-IN")}`, () => {
  expect(builtInProfiles.map(({ name }) => name).toSorted()).toEqual([
    "critic",
    "evaluator",
    "explorer",
    "novelty",
    "researcher",
    "round_evaluator",
  ]);
});

test.each(builtInProfiles)(
  "$name obeys the rules that hold for a project's, and says method, evidence and answer",
  (profile) => {
    const { system_prompt, ...keys } = profile;
    const text = `---\n${stringify(keys)}---\n${system_prompt}\n`;
    expect(parseProfile(text, { path: "p", directoryName: "d" })).toEqual({ ...profile, path: "p" });
    expect(profile.description).toMatch(/^When to use: /);
    expect(profile.expected_input.length).toBeGreaterThan(2);
    for (const section of ["## Method", "## Answer"]) expect(system_prompt).toContain(section);
    expect(system_prompt).toMatch(/## (Evidence|Files)/);
    // Longer is not read, shorter teaches nothing.
    expect(system_prompt.length).toBeGreaterThan(1_200);
    expect(system_prompt.length).toBeLessThan(6_000);
  },
);

test("the round evaluator is told of every section and file that is looked for", () => {
  const { system_prompt = "" } = builtInProfiles.find(({ name }) => name === "round_evaluator") ?? {};
  for (const word of [
    "criteria_interpretation",
    "criterion_findings",
    "cross_answer_synthesis",
    "preserve",
    "improvement_spec",
    "verification_plan",
    "evidence_gaps",
    "critique_packet.md",
    "verdict.json",
    "next_tasks.json",
  ]) {
    expect(system_prompt).toContain(word);
  }
});
