import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { createFileExclusive, withRoot, writeFileAtomic, writeFileWithin } from "../../src/index.ts";

const refuse = () => {
  throw new Error("not any more");
};

const writers = {
  createFileExclusive: (path: string, confirm: () => void) => createFileExclusive(path, "new", { confirm }),
  "createFileExclusive, of an empty one": (path: string, confirm: () => void) =>
    createFileExclusive(path, "", { confirm }),
  writeFileAtomic: (path: string, confirm: () => void) => writeFileAtomic(path, "new", { confirm }),
  writeFileWithin: (path: string, confirm: () => void) =>
    withRoot(join(path, ".."), (root) => writeFileWithin(root, "file", "new", { confirm })),
};

/** A path in a directory of its own. */
function place(): string {
  const directory = join(temporaryDirectory(), "here");
  mkdirSync(directory);
  return join(directory, "file");
}

it.each(Object.entries(writers))("%s writes nothing that is not confirmed", (_name, write) => {
  const path = place();
  expect(() => write(path, refuse)).toThrow("not any more");
  expect(readdirSync(join(path, ".."))).toEqual([]);
});

it.each(Object.entries(writers).filter(([name]) => !name.endsWith("one")))(
  "%s asks again when all is written, and gives no name to what was taken away since",
  (_name, write) => {
    const path = place();
    let asked = 0;
    expect(() => write(path, () => void ((asked += 1) === 2 && refuse()))).toThrow("not any more");
    expect(readdirSync(join(path, ".."))).toEqual([]);
    // It passes, is frozen, and another one sweeps and writes meanwhile.
    asked = 0;
    const swept = () => {
      asked += 1;
      if (asked !== 2) return;
      for (const name of readdirSync(join(path, ".."))) rmSync(join(path, "..", name));
      writeFileSync(path, "another's");
    };
    expect(() => write(path, swept)).toThrow(/does not exist/);
    expect(readFileSync(path, "utf8")).toBe("another's");
  },
);
