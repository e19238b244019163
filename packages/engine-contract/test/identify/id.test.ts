import { describe, expect, test } from "vitest";
import { EngineContractError, idSchema, isId, requireId } from "../../src/index.ts";

describe("allowed", () => {
  test.each(["a", "7", "sub_0a1b2c3d", "research-movies", "A".repeat(63)])("%s", (id) => {
    expect([isId(id), idSchema.safeParse(id).success, requireId(id)]).toEqual([true, true, id]);
  });
});

describe("refused before a path is built from it", () => {
  test.each([
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "a\\b",
    "a\0",
    "a\n",
    " a",
    "_a",
    "-a",
    "ä",
    "a".repeat(64),
    "a".repeat(300),
    7,
    null,
    undefined,
  ])("%j", (id) => {
    expect([isId(id), idSchema.safeParse(id).success]).toEqual([false, false]);
    expect(() => requireId(id)).toThrow(EngineContractError);
  });

  test("the error names the value, escaped and cut, and the rule", () => {
    const error = refused(`\u001b[31m${"x".repeat(300)}`);
    expect(error).toMatchObject({ code: "INVALID_ID" });
    expect(error.message).toContain('subagent_id "\\u001b[31mxxx');
    expect(error.message.length).toBeLessThan(120);
    expect(error.remedy).toContain("1 to 63 letters, digits");
  });
});

function refused(id: unknown): EngineContractError {
  try {
    requireId(id);
  } catch (error) {
    if (error instanceof EngineContractError) return error;
  }
  throw new Error("it was not refused");
}
