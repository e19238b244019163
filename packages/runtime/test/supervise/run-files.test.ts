import { temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { thisMachine } from "../../src/supervise/machine.ts";
import { readClaim, readEnded, readEngine, readStopped, runFiles } from "../../src/supervise/run-files.ts";
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

const scripts = join(import.meta.dirname, "../../supervisor");
/** Names of files as the scripts write them: behind a redirection, a test for one, or a function that reads one. */
const named =
  /(?:\d?(?:>>?|<>)|\[ -[eL] |\bsv_is_(?:nothing|file) |\bsv_read_file |\bmv -f |\bsync )([a-z][a-z_.]*)(?=[\s;)]|$)/gm;

test("the supervisor's scripts and its server name the files of a run alike", () => {
  const text = readdirSync(scripts)
    .filter((name) => name.endsWith(".sh"))
    .map((name) => readFileSync(join(scripts, name), "utf8").replaceAll(/^\s*#.*$/gm, ""))
    .join("\n");
  const inScripts = new Set([...text.matchAll(named)].map(([, name]) => name));
  // The scripts' own: a file that is gone before the engine starts, and one that is not yet the record.
  for (const own of ["notes", "ended.json.tmp"]) expect(inScripts.delete(own)).toBe(true);
  // The server's own: what it starts the supervisor with, and the output, whose descriptors are inherited. The broker's
  // own: what its models were asked.
  const { plan: _plan, stdout: _stdout, stderr: _stderr, calls: _calls, ...shared } = runFiles;
  expect([...inScripts].toSorted()).toEqual(Object.values(shared).toSorted());
});
