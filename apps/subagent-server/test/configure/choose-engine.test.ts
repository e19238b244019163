import { temporaryDirectory } from "@retinue/testkit";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseEngine } from "../../src/configure/choose-engine.ts";

const programs = ["openai", "command"];
const models = ["openai"];

function pathWith(...names: string[]): string {
  const directory = temporaryDirectory();
  for (const name of names) writeFileSync(join(directory, name), "#!/bin/sh\n", { mode: 0o755 });
  return `/nowhere:${directory}`;
}

test("MassGen where it is installed, unless the team has programs or ours was asked for", () => {
  const path = pathWith("massgen", "uv");
  expect(chooseEngine(undefined, models, path)).toEqual({ kind: "massgen", command: ["massgen"] });
  expect(chooseEngine(undefined, programs, path).kind).toBe("retinue-child");
  expect(chooseEngine("retinue-child", models, path).kind).toBe("retinue-child");
});

test("ours where MassGen is not installed; asked for, MassGen may come by uv", () => {
  expect(chooseEngine(undefined, models, pathWith("uv")).kind).toBe("retinue-child");
  expect(chooseEngine("massgen", models, pathWith("uv")).command).toEqual(["uv", "run", "massgen"]);
  expect(() => chooseEngine("massgen", models, pathWith())).toThrow(
    expect.objectContaining({ code: "ENGINE_NOT_FOUND" }),
  );
});
