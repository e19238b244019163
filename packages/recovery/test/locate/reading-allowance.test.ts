import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withRoot } from "@retinue/contained-fs";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";
import { directoriesIn } from "../../src/locate/attempts.ts";
import { readText } from "../../src/read/read-text.ts";

/** How often something comes back beneath a root, of so many times that it is asked for. */
function countOf(
  asked: number,
  directory: string,
  ask: (root: Parameters<typeof readText>[0]["root"]) => boolean,
) {
  return withRoot(directory, (root) => Array.from({ length: asked }, () => ask(root)).filter(Boolean).length);
}

test("beneath one root, while it is open, so much is read and no more", () => {
  const directory = temporaryDirectory();
  for (let n = 0; n < 500; n += 1) mkdirSync(join(directory, `many/${n}`), { recursive: true });
  writeFileSync(join(directory, "small"), "x");
  writeFileSync(join(directory, "large"), Buffer.alloc(1024 * 1024, "x"));
  const read = (path: string) => (root: Parameters<typeof readText>[0]["root"]) =>
    readText({ root, path }, { maxBytes: 2 * 1024 * 1024 }).ok;
  // Entries, looks, bytes; the last look and the last file may reach beyond.
  expect(countOf(60, directory, (root) => directoriesIn({ root, path: "many" }).length === 500)).toBe(40);
  expect(countOf(1200, directory, read("small"))).toBe(999);
  expect(countOf(20, directory, read("large"))).toBe(16);
  const why = withRoot(directory, (root) => {
    for (let n = 0; n < 16; n += 1) readText({ root, path: "large" }, { maxBytes: 2 * 1024 * 1024 });
    return readText({ root, path: "small" }, { maxBytes: 1 });
  });
  expect(why).toEqual({ ok: false, missing: false, why: `too much was read beneath ${directory}` });
});
