import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDurable, writeFileDurably } from "../../src/index.ts";
import { temporaryTree } from "../temporary-tree.ts";

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
