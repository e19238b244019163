import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { directoryChanges, type ChangedNames } from "../../src/index.ts";
import { missing } from "../missing.ts";
import { temporaryTree } from "../temporary-tree.ts";

/** Longer than a test may last: what comes, comes by an event. */
const never = 10 ** 9;
const often = 10;

function changesIn(directory: string, pollMs: number) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const unwatched: string[] = [];
  const onUnwatched = (reason: string) => unwatched.push(reason);
  const changes = directoryChanges(directory, { signal: ending.signal, pollMs, onUnwatched });
  const next = async () => (await changes.next()).value as ChangedNames | undefined;
  /** Skips what is only time to look. */
  const told = async (): Promise<readonly string[]> => {
    for (;;) {
      const names = await next();
      if (names === undefined || names === "any") return [String(names)];
      if (names.size > 0) return [...names];
    }
  };
  return { next, told, unwatched, end: () => ending.abort() };
}

test("yields at once, then what changed while it was looked at, as one", async () => {
  const directory = temporaryTree();
  const { next, told } = changesIn(directory, never);
  expect(await next()).toEqual(new Set());
  for (const name of ["one", "two", "one"]) writeFileSync(join(directory, name), "");
  expect(await told()).toContain("one");
  const names = new Set(["one"]);
  // Events come one by one: all of them are told, whichever look they fall into.
  while (!names.has("three")) {
    writeFileSync(join(directory, "three"), "");
    for (const name of await told()) names.add(name);
  }
  expect(names).toEqual(new Set(["one", "two", "three"]));
});

test("more names than it keeps are any", async () => {
  const directory = temporaryTree();
  const { next, told } = changesIn(directory, never);
  await next();
  for (let each = 0; each < 100; each++) writeFileSync(join(directory, `file_${each}`), "");
  // Until the event loop has brought them all.
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  expect(await told()).toEqual(["any"]);
});

test("polls without an event", async () => {
  const { next } = changesIn(temporaryTree(), often);
  for (let look = 0; look < 5; look++) expect(await next()).toEqual(new Set());
});

test("polls under events without end", async () => {
  const directory = temporaryTree();
  // No look takes as long as this: without an end of the events there is none between them.
  const { next } = changesIn(directory, 1_000);
  let looks = 0;
  let noise = 0;
  while (looks < 3) {
    const names = await next();
    if (names !== "any" && names?.size === 0) looks += 1;
    else noise += 1;
    writeFileSync(join(directory, "noise"), "");
  }
  expect(noise).toBeGreaterThan(looks);
});

test("watches a directory that is made later, is made again, and is another one by its name", async () => {
  const base = temporaryTree();
  const directory = join(base, "later");
  const { next, told, unwatched } = changesIn(directory, often);
  const seesNew = async (name: string) => {
    for (;;) {
      await next();
      writeFileSync(join(directory, name), "");
      if ((await told()).includes(name)) return;
    }
  };
  await next();
  expect(unwatched).toEqual([expect.stringContaining("ENOENT")]);
  mkdirSync(directory);
  await seesNew("first");
  rmSync(directory, { recursive: true });
  await next();
  mkdirSync(directory);
  await seesNew("second");
  // Between two looks, and perhaps with the same number.
  rmSync(directory, { recursive: true });
  mkdirSync(directory);
  await seesNew("again");
  mkdirSync(join(base, "other"));
  renameSync(directory, join(base, "away"));
  renameSync(join(base, "other"), directory);
  await seesNew("third");
});

test("ends with its signal, before it begins or while it waits", async () => {
  const { next, end } = changesIn(temporaryTree(), never);
  await next();
  const waiting = next();
  end();
  expect(await waiting).toBeUndefined();
  const over = directoryChanges(temporaryTree(), { signal: AbortSignal.abort() });
  expect(await over.next()).toEqual({ done: true, value: undefined });
});

test("need not keep its process alive", async () => {
  const module = new URL("../../src/watch/directory-changes.ts", import.meta.url);
  const program = `import { directoryChanges } from ${JSON.stringify(module.href)};
    const { signal } = new AbortController();
    const changes = directoryChanges(${JSON.stringify(temporaryTree())}, { signal, pollMs: ${never}, keepAlive: false });
    await changes.next();
    void changes.next();`;
  const args = ["--input-type=module-typescript", "-e", program];
  expect(await promisify(execFile)(process.execPath, args)).toMatchObject({ stdout: "" });
});

test.for([
  ["max_inotify_instances", "EMFILE"],
  ["max_inotify_watches", "ENOSPC"],
])(
  "goes on when %s is exhausted, and watches when it no longer is",
  async ([limit = "", code = ""], context) => {
    if (spawnSync("unshare", ["-Ur", "true"]).status !== 0) return missing(context, "user namespaces");
    const program = fileURLToPath(new URL("../fixtures/exhausted-watches.ts", import.meta.url));
    const args = ["-Ur", process.execPath, program, temporaryTree(), `/proc/sys/user/${limit}`];
    const { stdout } = await promisify(execFile)("unshare", args);
    expect(stdout.split("\n")).toEqual([`unwatched ${code}`, "polled on", "told file", "ended", ""]);
  },
);
