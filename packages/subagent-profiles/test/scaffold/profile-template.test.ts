import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { parseProfile, profileTemplate } from "../../src/index.ts";

test(`the scaffold is a valid profile of that name ${verifies("PROFILE-TEMPLATE")}`, () => {
  const profile = parseProfile(profileTemplate("code_reviewer"), { path: "p", directoryName: "d" });
  expect(profile).toMatchObject({ name: "code_reviewer", skills: [] });
  expect(profile.system_prompt).toMatch(/^You are a code_reviewer subagent/);
});

test.each(["", "../up", "a b", ".hidden", "x".repeat(64)])(
  "refuses the name %j, which becomes a directory",
  (name) => {
    expect(() => profileTemplate(name)).toThrow(expect.objectContaining({ code: "INVALID_NAME" }));
  },
);
