import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

const expected = process.env["RETINUE_EXPECT_NODE"];

it("runs on a Node that is supported", () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  expect(major > 22 || (major === 22 && minor >= 22), `Node ${process.version}`).toBe(true);
});

it.runIf(expected)("runs on the Node that was asked for, and so do the programs it starts", () => {
  const started = execFileSync("node", ["--version"], { encoding: "utf8" }).trim();
  expect(started).toBe(process.version);
  expect(process.versions.node.split(".")[0]).toBe(expected);
});
