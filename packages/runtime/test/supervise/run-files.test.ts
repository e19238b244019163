import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runFiles } from "../../src/supervise/run-files.ts";

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
  // The server's own: what it starts the supervisor with, and the output, whose descriptors are inherited.
  const { plan: _plan, stdout: _stdout, stderr: _stderr, ...shared } = runFiles;
  expect([...inScripts].toSorted()).toEqual(Object.values(shared).toSorted());
});
