import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { containmentInForce, ContainedFsError, readFileWithin, withRoot } from "../../src/index.ts";
import { refusal } from "../refusal.ts";
import { missing } from "../missing.ts";
import { temporaryTree } from "../temporary-tree.ts";

const modes = containmentInForce() === "walk" ? (["walk", "lstat"] as const) : (["lstat"] as const);
const limit = { maxBytes: 1000 };

describe.each(modes)("by %s", (containment) => {
  const read = (root: string, path: string, options = limit as Parameters<typeof readFileWithin>[2]) =>
    withRoot(root, (opened) => readFileWithin(opened, path, options).bytes.toString(), { containment });

  test("reads a file at any depth", () => {
    const root = temporaryTree({ "top.txt": "top", "a/b/c/deep.txt": "deep" });
    expect(read(root, "top.txt")).toBe("top");
    expect(read(root, "a/b/c/deep.txt")).toBe("deep");
  });

  test.each(["a", "a/b", "a/b/c", "a/b/c/file.txt"])("refuses a symbolic link at %s", (linked) => {
    const root = temporaryTree({ "a/b/c/file.txt": "inside" });
    const elsewhere = join(temporaryTree(), "moved");
    renameSync(join(root, linked), elsewhere);
    symlinkSync(elsewhere, join(root, linked));
    expect(refusal(() => read(root, "a/b/c/file.txt"))).toBe("LINK_REFUSED");
  });

  test("refuses a link that stays inside, and one that dangles", () => {
    const root = temporaryTree({ "file.txt": "inside" });
    symlinkSync("file.txt", join(root, "inside-link"));
    symlinkSync("nowhere", join(root, "dangling"));
    expect(refusal(() => read(root, "inside-link"))).toBe("LINK_REFUSED");
    expect(refusal(() => read(root, "dangling"))).toBe("LINK_REFUSED");
    expect(refusal(() => read(root, "dangling/file.txt"))).toBe("LINK_REFUSED");
  });

  test("refuses a root that is itself a link", () => {
    const root = temporaryTree({ "file.txt": "inside" });
    const link = join(temporaryTree(), "root");
    symlinkSync(root, link);
    expect(refusal(() => read(link, "file.txt"))).toBe("LINK_REFUSED");
  });

  test.each([
    ["../secret", "OUTSIDE_ROOT"],
    ["a/../../secret", "OUTSIDE_ROOT"],
    ["/etc/passwd", "OUTSIDE_ROOT"],
    ["a/./b", "INVALID_PATH"],
    ["a//b", "INVALID_PATH"],
    ["a\0b", "INVALID_PATH"],
    ["", "NOT_REGULAR"],
    ["absent", "NOT_FOUND"],
    ["absent/file.txt", "NOT_FOUND"],
    ["a", "NOT_REGULAR"],
    ["a/file.txt/x", "NOT_A_DIRECTORY"],
    ["n".repeat(300), "INVALID_PATH"],
  ])("answers %j with %s", (path, code) => {
    const root = temporaryTree({ "a/file.txt": "inside" });
    expect(refusal(() => read(root, path))).toBe(code);
  });

  test("refuses a FIFO at once", () => {
    const root = temporaryTree();
    execFileSync("mkfifo", [join(root, "fifo")]);
    expect(refusal(() => read(root, "fifo"))).toBe("NOT_REGULAR");
  });

  test("refuses a device", (context) => {
    const root = temporaryTree();
    const made = spawnSync("mknod", [join(root, "zero"), "c", "1", "5"]);
    if (made.status !== 0) missing(context, `mknod is not permitted here: ${made.stderr}`);
    const code = refusal(() => read(root, "zero"));
    // A file system mounted with nodev does not even open it.
    expect(["NOT_REGULAR", "NOT_PERMITTED"]).toContain(code);
  });

  test("refuses a hard link", () => {
    const root = temporaryTree({ "file.txt": "inside" });
    linkSync(join(root, "file.txt"), join(root, "again.txt"));
    expect(refusal(() => read(root, "again.txt"))).toBe("HARD_LINK_REFUSED");
  });

  test("reads a sparse file of 2 GB only as far as allowed", () => {
    const root = temporaryTree({ big: "beginning" });
    truncateSync(join(root, "big"), 2 * 1024 ** 3);
    expect(refusal(() => read(root, "big"))).toBe("TOO_LARGE");
    expect(read(root, "big", { maxBytes: 9, whenLarger: "head" })).toBe("beginning");
    expect(read(root, "big", { maxBytes: 3, whenLarger: "tail" })).toBe("\0\0\0");
  });

  test("keeps to the limit exactly, and says how large the file was", () => {
    const root = temporaryTree({ file: "0123456789" });
    expect(read(root, "file", { maxBytes: 10 })).toBe("0123456789");
    expect(refusal(() => read(root, "file", { maxBytes: 9 }))).toBe("TOO_LARGE");
    const head = withRoot(root, (opened) =>
      readFileWithin(opened, "file", { maxBytes: 4, whenLarger: "head" }),
    );
    expect([head.bytes.toString(), head.size]).toEqual(["0123", 10]);
    expect(read(root, "file", { maxBytes: 4, whenLarger: "tail" })).toBe("6789");
  });

  test.runIf(process.platform === "linux")("closes every descriptor, after refusals as well", () => {
    const root = temporaryTree({ "a/b/file.txt": "inside" });
    symlinkSync("a", join(root, "link"));
    for (let turn = 0; turn < 3; turn++) {
      read(root, "a/b/file.txt");
      refusal(() => read(root, "link/b/file.txt"));
      refusal(() => read(root, "a/b"));
      refusal(() => read(root, "a/absent/file.txt"));
    }
    expect(openBeneath(root)).toEqual([]);
    const held = withRoot(root, () => openBeneath(root), { containment });
    expect(held).toEqual(containment === "walk" ? [root] : []);
  });

  test("holds no more than 64 directories open, however many it walked to", () => {
    const files = Array.from({ length: 200 }, (_, index) => [`d${index}/e/file.txt`, String(index)]);
    const root = temporaryTree(Object.fromEntries(files));
    withRoot(
      root,
      (opened) => {
        for (let index = 0; index < 200; index++) {
          const { bytes } = readFileWithin(opened, `d${index}/e/file.txt`, limit);
          expect(bytes.toString()).toBe(String(index));
        }
        expect(opened.directories.size).toBe(64);
      },
      { containment },
    );
  });
});

test.runIf(containmentInForce() === "walk")(
  "looks at a FIFO without opening it: who waits at it goes on waiting",
  async () => {
    const root = temporaryTree();
    const fifo = join(root, "fifo");
    execFileSync("mkfifo", [fifo]);
    const ended = once(spawn("sh", ["-c", `echo said >${fifo}`], { stdio: "ignore" }), "exit");
    // The writer comes to the FIFO in this time; later ones are met by none of these.
    for (let look = 0; look < 100; look += 1) {
      expect(refusal(() => withRoot(root, (opened) => readFileWithin(opened, "fifo", limit)))).toBe(
        "NOT_REGULAR",
      );
      await delay(2);
    }
    const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(reader));
    // Had it been let go, it would have found nobody who reads.
    expect(await ended).toEqual([0, null]);
  },
);

test("names the path with its control characters escaped, and a remedy", () => {
  const root = temporaryTree();
  mkdirSync(join(root, "evil\u001b[31m"));
  const error = caught(() => withRoot(root, (opened) => readFileWithin(opened, "evil\u001b[31m", limit)));
  expect(error.message).toContain("evil\\u001b[31m");
  expect(error.remedy).toBe("Name a regular file.");
});

function caught(call: () => unknown): ContainedFsError {
  try {
    call();
  } catch (error) {
    if (error instanceof ContainedFsError) return error;
  }
  throw new Error("nothing was thrown");
}

/** Descriptors of this process that lead beneath a directory; the test runner opens others. */
function openBeneath(directory: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((name) => {
    const target = existsSync(`/proc/self/fd/${name}`) ? readlinkSync(`/proc/self/fd/${name}`) : "";
    return target.startsWith(directory) ? [target] : [];
  });
}
