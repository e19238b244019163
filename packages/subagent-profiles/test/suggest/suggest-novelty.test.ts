import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { activeProfiles, discoverProfiles, suggestNovelty, type Checklist } from "../../src/index.ts";

const active = activeProfiles(discoverProfiles([]), ["novelty"]);
const polish: Checklist = {
  improvements: {
    E1: ["wording", { plan: "spacing", impact: "incremental" }],
    E2: [{ impact: "structural" }],
  },
};

test(`no transformative change and novelty active: spawn it ${verifies("NOVELTY-SUGGESTED")}`, () => {
  expect(suggestNovelty(active, polish)).toMatch(
    /None of the 3 planned changes.*type novelty.*original task/,
  );
  expect(suggestNovelty(active, { improvements: {} })).toMatch(/None of the 0/);
});

test("a transformative change, or novelty not active: no suggestion", () => {
  const bold: Checklist = { improvements: { ...polish.improvements, E3: [{ impact: "transformative" }] } };
  expect(suggestNovelty(active, bold)).toBeUndefined();
  expect(suggestNovelty(activeProfiles(discoverProfiles([]), undefined), polish)).toBeUndefined();
});

test("a checklist of another form is refused", () => {
  expect(() => suggestNovelty(active, { improvements: { E1: [{ impact: "huge" }] } } as never)).toThrow(
    expect.objectContaining({
      code: "INVALID_CHECKLIST",
      message: expect.stringContaining("improvements.E1[0]"),
    }),
  );
});
