import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { activeProfiles, discoverProfiles, findProblem, findProfile } from "../../src/index.ts";
import { profileText, profileTree } from "../profile-tree.ts";

const builtIn = discoverProfiles([]);
const names = (types: string[] | null | undefined) =>
  activeProfiles(builtIn, types)
    .profiles.map(({ name }) => name)
    .toSorted();

test.each([[undefined], [null]])(
  `%s means evaluator, explorer, researcher and critic ${verifies("TYPES-DEFAULT", "TYPES-OPT-IN")}`,
  (types) => {
    expect(names(types)).toEqual(["critic", "evaluator", "explorer", "researcher"]);
    expect(activeProfiles(builtIn, types).warnings).toEqual([]);
  },
);

test(`a list leaves only these, whatever their case ${verifies("TYPES-FILTER")}`, () => {
  expect(names(["Round_Evaluator", "novelty"])).toEqual(["novelty", "round_evaluator"]);
});

test(`an unknown name is warned about and does not fail ${verifies("TYPES-UNKNOWN")}`, () => {
  const { profiles, warnings } = activeProfiles(builtIn, ["explorer", "wizard"]);
  expect(profiles.map(({ name }) => name)).toEqual(["explorer"]);
  expect(warnings).toEqual([expect.stringMatching(/"wizard".*there are explorer, researcher/)]);
});

test(`an empty list means none ${verifies("TYPES-NONE")}`, () => {
  expect(activeProfiles(builtIn, [])).toEqual({ profiles: [], problems: [], warnings: [] });
});

test("a broken profile is found by its name, warned about, and not replaced by the built-in one", () => {
  const directory = profileTree({ critic: "nothing" });
  const active = activeProfiles(discoverProfiles([{ directory }]), undefined);
  expect(findProfile(active, "critic")).toBeUndefined();
  expect(findProblem(active, "Critic")).toMatchObject({ message: expect.stringContaining("front matter") });
  expect(active.warnings).toEqual([expect.stringContaining("front matter")]);
  expect(findProfile(active, "EXPLORER")).toMatchObject({ name: "explorer" });
});

test(`what a MassGen parent handed over is active, unless subagent_types says otherwise ${verifies("TYPES-HANDED-OVER")}`, () => {
  const directory = profileTree({ builder: profileText("builder"), critic: profileText("critic") });
  const catalog = discoverProfiles([{ directory, inherited: true }]);
  expect(activeProfiles(catalog, null).profiles.map(({ name }) => name)).toEqual(["builder", "critic"]);
  expect(activeProfiles(catalog, null).profiles[1]).toMatchObject({ system_prompt: "You are critic." });
  expect(activeProfiles(catalog, ["explorer"]).profiles.map(({ name }) => name)).toEqual(["explorer"]);
  const none = discoverProfiles([{ directory: "/nowhere", inherited: true }]);
  expect(activeProfiles(none, null).profiles).toHaveLength(4);
});
