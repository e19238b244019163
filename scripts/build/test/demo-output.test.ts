import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";
import { resultTable } from "../../../demo/show/result-table.ts";

/** With a builder of the test's in the place of turbo. */
function build(script: string) {
  const bin = temporaryDirectory();
  writeFileSync(join(bin, "turbo"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, "turbo"), 0o755);
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` };
  return spawnSync(process.execPath, [join(import.meta.dirname, "../quietly.ts")], { encoding: "utf8", env });
}

test("the demo begins with one line of the build, and with all of it only where it fails", () => {
  expect(build("echo a screenful; echo of lines >&2")).toMatchObject({
    status: 0,
    stdout: "Building what has changed since the last time …\n",
    stderr: "",
  });
  const failed = build("echo a screenful; echo of lines >&2; exit 3");
  expect(failed).toMatchObject({ status: 1, stdout: expect.stringContaining("a screenful\n") });
  expect(failed.stderr).toContain("of lines");
});

test.each([90, 110, 200])("the demo's table is no wider than a terminal of %i columns", (columns) => {
  const result = {
    subagent_id: "languages",
    status: "completed_but_timeout",
    success: true,
    answer: "lines of code, by folder: ".repeat(4),
    workspace: "/a/long/directory",
    execution_time_seconds: 20.55,
    error: null,
    token_usage: { input_tokens: 3795, output_tokens: 528, estimated_cost: 0 },
  } as const;
  const lines = resultTable([result, { ...result, answer: null }], "words", columns).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  expect(lines[2]).toContain("lines of code,");
});
