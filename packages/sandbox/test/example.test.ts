import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { confinedCommand, probeSandbox } from "../src/index.ts";
import { place } from "./attacks/place.ts";

test("the example of the README", async () => {
  const { workspace, home, parent } = place();
  // #region example
  const policy = { workspace, home, readable: [parent], hidden: [`${parent}/subagents`] };
  const probe = await probeSandbox(policy);
  if (!probe.inForce) throw new Error(`${probe.found}. ${probe.remedy}`);
  const [program = "", ...args] = confinedCommand(policy, ["sh", "-c", "echo mine > notes; cat notes"]);
  const said = execFileSync(program, args, { encoding: "utf8" });
  // #endregion
  expect([said, probe.receipt.network]).toEqual(["mine\n", "none"]);
});
