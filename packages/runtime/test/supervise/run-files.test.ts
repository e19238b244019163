import { temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { thisMachine } from "../../src/supervise/machine.ts";
import { readClaim, readEnded, readEngine, readStopped } from "../../src/supervise/run-files.ts";
import { supervisorScriptPath } from "../../src/supervise/supervisor-process.ts";

const ended = { version: 1, exit_code: 0, stopped: "", ended_at: 1 };
const texts = {
  claim: "adopted\n",
  process: "2 2\nsession\n",
  stopped: "cancelled\n",
  "ended.json": JSON.stringify(ended),
};

test("of what an engine put into its run's directory a server reads 64 KiB files, and larger ones not at all", () => {
  const directory = temporaryDirectory();
  const machine = thisMachine();
  const read = () => [
    readClaim(directory, machine),
    readEngine(directory, machine)?.containment,
    readStopped(directory),
    readEnded(directory),
  ];
  const write = (bytes: number) =>
    Object.entries(texts).forEach(([name, text]) => writeFileSync(join(directory, name), text.padEnd(bytes)));
  write(64 * 1024);
  expect(read()).toEqual(["adopted", ["session"], "cancelled", ended]);
  write(64 * 1024 + 1);
  expect(read()).toEqual(["unfinished", undefined, "", undefined]);
});

test("a supervisor reads the first 16 KiB of such a file, however large it is", () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "claim"), "x".repeat(20_000));
  const script = `. "$1/notes.sh"; sv_read_file claim; printf %s "$sv_text"`;
  const shell = ["-c", script, "sh", dirname(supervisorScriptPath())];
  expect(execFileSync("/bin/sh", shell, { cwd: directory })).toHaveLength(16_384);
});
