import { temporaryDirectory } from "@retinue/testkit";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { forgetUnsynced } from "../inject/forget-unsynced.ts";

const preload = join(import.meta.dirname, "../preload/forget.ts");

/** Runs a program that changes files beneath a root, then takes back what it did not sync. */
function afterPowerCut(program: string, cutAt = 1e9) {
  const base = temporaryDirectory();
  const [root, journal] = [join(base, "root"), join(base, "journal")];
  for (const each of [root, journal]) mkdirSync(each);
  writeFileSync(join(root, "old"), "old");
  const ended = spawnSync(
    process.execPath,
    ["--import", preload, "--input-type=module", "-e", `${beginning}${program}`],
    {
      cwd: root,
      env: { ...process.env, FAULTS_FORGET: JSON.stringify({ journal, root, cutAt }) },
      encoding: "utf8",
    },
  );
  forgetUnsynced(journal, root, () => true);
  const read = (name: string) =>
    existsSync(join(root, name)) ? readFileSync(join(root, name), "utf8") : undefined;
  return { read, ended };
}

const beginning = `
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, unlinkSync, writeFileSync, writeSync } from "node:fs";
import { open, rename } from "node:fs/promises";
const sync = (name) => { const at = openSync(name, "r"); fsyncSync(at); closeSync(at); };
const write = (name, text, synced) => { const at = openSync(name, "w"); writeSync(at, text); if (synced) fsyncSync(at); closeSync(at); };
`;

test("what is written and not synced is lost, what is synced stays", () => {
  const { read, ended } = afterPowerCut(`
    const at = openSync("old", "r+");
    writeSync(at, "new");
    write("kept", "kept", true);
    write("empty", "gone", false);
    sync(".");
  `);
  expect(ended.stderr).toBe("");
  expect([read("old"), read("kept"), read("empty")]).toEqual(["old", "kept", ""]);
});

test("a name is lost until its directory is synced, whatever the file is", () => {
  const { read } = afterPowerCut(`
    write("kept.tmp", "kept", true);
    renameSync("kept.tmp", "kept");
    sync(".");
    write("lost.tmp", "lost", true);
    renameSync("lost.tmp", "old");
    linkSync("kept", "linked");
    unlinkSync("kept");
  `);
  expect([read("kept"), read("old"), read("lost.tmp"), read("linked")]).toEqual([
    "kept",
    "old",
    undefined,
    undefined,
  ]);
});

test("directories on the way to what was synced stay, others go", () => {
  const { read } = afterPowerCut(`
    mkdirSync("a/b", { recursive: true });
    write("a/b/kept", "kept", true);
    sync("a/b");
    mkdirSync("c");
    writeFileSync("c/lost", "lost", { flush: true });
  `);
  expect([read("a/b/kept"), read("c/lost")]).toEqual(["kept", undefined]);
});

test("promises and descriptors' own paths are seen too", () => {
  const { read, ended } = afterPowerCut(`
    const at = openSync(".", "r");
    const file = await open(\`/proc/self/fd/\${at}/kept.tmp\`, "w");
    await file.writeFile("kept");
    await file.sync();
    await file.close();
    await rename(\`/proc/self/fd/\${at}/kept.tmp\`, \`/proc/self/fd/\${at}/kept\`);
    fsyncSync(at);
    const lost = await open("old", "r+");
    await lost.write("new");
    await lost.close();
  `);
  expect(ended.stderr).toBe("");
  expect([read("kept"), read("old")]).toEqual(["kept", "old"]);
});

test("the program dies before the change that it is cut at", () => {
  const { read, ended } = afterPowerCut(
    `write("a", "a", true); sync("."); write("b", "b", true); sync(".");`,
    3,
  );
  expect(ended.signal).toBe("SIGKILL");
  expect([read("a"), read("b")]).toEqual(["a", undefined]);
});

test("a file that is written anew in its place is empty when the power fails before its sync", () => {
  const { read, ended } = afterPowerCut(`write("old", "new", true); write("a", "a", true);`, 2);
  expect(ended.signal).toBe("SIGKILL");
  expect(read("old")).toBe("");
});
