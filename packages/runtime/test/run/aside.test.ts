import { expect, test } from "vitest";
import { managerClosed } from "../../src/contract/runtime-error.ts";
import { asideOf } from "../../src/run/aside.ts";

test("what cannot be kept is said, unless it is left to the next manager since this one is closed", async () => {
  const said: string[] = [];
  const aside = asideOf("a", (message) => said.push(message));
  expect(await aside("row", () => "kept")).toBe("kept");
  expect(await aside("row", () => Promise.reject(managerClosed()))).toBeUndefined();
  expect(said).toEqual([]);
  expect(await aside("row", () => Promise.reject(new Error("disk is full")))).toBeUndefined();
  expect(said).toEqual(["The row of subagent a could not be kept: disk is full"]);
});
