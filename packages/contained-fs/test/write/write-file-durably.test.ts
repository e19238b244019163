import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDurable, writeFileDurably } from "../../src/index.ts";
import { temporaryTree } from "../temporary-tree.ts";

// As it is built: not every Node that we run on reads the sources by itself.
const contained = new URL("../../dist/index.js", import.meta.url).href;

test("many at once in one directory are all there, whole, with nothing beside them", async () => {
  const root = temporaryTree({ "3": "old" });
  const names = Array.from({ length: 50 }, (_, index) => String(index));
  await Promise.all(names.map((name) => writeFileDurably(join(root, name), `${name}!`, { mode: 0o600 })));
  expect(readdirSync(root).toSorted()).toEqual(names.toSorted());
  for (const name of names) expect(readFileSync(join(root, name), "utf8")).toBe(`${name}!`);
  expect(statSync(join(root, "3")).mode & 0o777).toBe(0o600);
});

test("leaves nothing behind when it fails, and says why; what comes after it is not kept back", async () => {
  const root = temporaryTree();
  mkdirSync(join(root, "taken"));
  await expect(writeFileDurably(join(root, "taken"), "x")).rejects.toMatchObject({ code: "NOT_REGULAR" });
  await expect(writeFileDurably(join(root, "absent/file"), "x")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(makeDurable(join(root, "absent"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(readdirSync(root)).toEqual(["taken"]);
  await writeFileDurably(join(root, "file"), "x");
  await makeDurable(join(root, "file"));
  expect(readdirSync(root).toSorted()).toEqual(["file", "taken"]);
});

test("whoever makes a file durable never waits for a FIFO in its place", () => {
  const root = temporaryTree();
  execFileSync("mkfifo", [join(root, "fifo")]);
  // In a process of its own: an open that waits cannot be ended from within.
  const source = `
    const { makeDurable, DurableLog } = await import(${JSON.stringify(contained)});
    const path = ${JSON.stringify(join(root, "fifo"))};
    const code = (error) => error.code;
    console.log(await makeDurable(path).catch(code), await new DurableLog(path).append("line").catch(code));
  `;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", source], {
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(said).toBe("NOT_REGULAR NOT_REGULAR\n");
});
