import { expect, test } from "vitest";
import { activeProfiles, discoverProfiles, findProfile } from "../src/index.ts";
import { profileText, profileTree } from "./profile-tree.ts";

test("the example of the README", () => {
  const directory = profileTree({ reviewer: profileText("reviewer", "skills: [semtools]\n") });
  // #region example
  const catalog = discoverProfiles([{ directory }]);
  const active = activeProfiles(catalog, ["reviewer", "explorer"]);
  const reviewer = findProfile(active, "Reviewer");
  // #endregion
  expect(active.warnings).toEqual([]);
  expect(reviewer).toMatchObject({
    name: "reviewer",
    skills: ["semtools"],
    system_prompt: "You are reviewer.",
  });
});
