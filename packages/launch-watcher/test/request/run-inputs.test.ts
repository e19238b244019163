import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { inputsDirectory, writeInputs } from "../../src/request/run-inputs.ts";

/** A host that stands still at its first change, and makes that when another one has taken over. */
function frozen() {
  const spool = temporaryDirectory();
  const inputs = inputsDirectory(spool);
  mkdirSync(inputs);
  let asked = 0;
  const confirm = () => {
    asked += 1;
    if (asked > 1) throw new Error("another one works here");
  };
  const write = () =>
    writeInputs(
      { spool, engine_prompt: "file", confirm },
      "run",
      { config: {} as never, prompt: "", contexts: [], models: undefined },
      () => false,
    );
  return { inputs, write };
}

it("a directory for inputs that a watcher makes late, when another one has cleaned up, is taken away again", () => {
  const { inputs, write } = frozen();
  expect(write).toThrow("another one works here");
  expect(readdirSync(inputs)).toEqual([]);
});

it("the other one's is left to it", () => {
  const { inputs, write } = frozen();
  mkdirSync(join(inputs, "run"));
  expect(write).toThrow("another one works here");
  expect(readdirSync(inputs)).toEqual(["run"]);
});
