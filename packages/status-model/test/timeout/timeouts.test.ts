import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { clampTimeout, StatusModelError, timeoutBounds } from "../../src/index.ts";

test(`defaults ${verifies("BOUNDS-DEFAULT")}`, () => {
  expect(timeoutBounds()).toEqual({ defaultSeconds: 300, minSeconds: 60, maxSeconds: 600, warnings: [] });
});

test(`all three come from the configuration ${verifies("BOUNDS")}`, () => {
  const bounds = timeoutBounds({
    subagent_default_timeout: 90,
    subagent_min_timeout: 30,
    subagent_max_timeout: 120,
  });
  expect(bounds).toEqual({ defaultSeconds: 90, minSeconds: 30, maxSeconds: 120, warnings: [] });
});

test.each([
  [1, 60],
  [-5, 60],
  [59.9, 60],
  [60, 60],
  [299.5, 299.5],
  [600, 600],
  [601, 600],
  [Number.POSITIVE_INFINITY, 600],
])(`%d becomes %d ${verifies("BOUNDS-CLAMPED")}`, (asked, inForce) => {
  expect(clampTimeout(asked, timeoutBounds({ subagent_min_timeout: 60, subagent_max_timeout: 600 }))).toBe(
    inForce,
  );
});

test("a default above the maximum raises the maximum, with a warning", () => {
  const bounds = timeoutBounds({ subagent_default_timeout: 900 });
  expect(bounds).toMatchObject({ defaultSeconds: 900, maxSeconds: 900 });
  expect(bounds.warnings).toEqual([expect.stringContaining("the maximum was raised to 900")]);
});

test("a default below the minimum is raised, with a warning", () => {
  const bounds = timeoutBounds({ subagent_default_timeout: 10 });
  expect(bounds).toMatchObject({ defaultSeconds: 60, minSeconds: 60 });
  expect(bounds.warnings).toEqual([expect.stringContaining("the default was raised to 60")]);
});

describe("bad input is refused, with the value and the remedy", () => {
  test.each([
    [
      () => timeoutBounds({ subagent_min_timeout: 0 }),
      "subagent_min_timeout must be a positive whole number of seconds, not 0",
    ],
    [() => timeoutBounds({ subagent_max_timeout: 1.5 }), "subagent_max_timeout"],
    [() => timeoutBounds({ subagent_default_timeout: "5m" as unknown as number }), 'not "5m"'],
    [
      () => timeoutBounds({ subagent_min_timeout: 700 }),
      "subagent_min_timeout 700 is above subagent_max_timeout 600",
    ],
    [() => clampTimeout(Number.NaN, timeoutBounds()), "must be a number, not NaN"],
    [() => clampTimeout("60" as unknown as number, timeoutBounds()), "must be a number, not 60"],
  ])("%#", (call, message) => {
    const error = thrown(call);
    expect(error.message).toContain(message);
    expect(error.remedy).not.toBe("");
  });
});

function thrown(call: () => unknown): StatusModelError {
  try {
    call();
  } catch (error) {
    if (error instanceof StatusModelError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
