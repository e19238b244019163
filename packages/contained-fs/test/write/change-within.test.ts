import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import {
  appendWithin,
  containmentInForce,
  makeDirectoryWithin,
  removeEntryWithin,
  renameWithin,
  replaceLinkWithin,
  withRoot,
  type Containment,
  type ContainedRoot,
} from "../../src/index.ts";
import { refusal } from "../refusal.ts";
import { temporaryTree } from "../temporary-tree.ts";

const modes: Containment[] = containmentInForce() === "walk" ? ["walk", "lstat"] : ["lstat"];

describe.each(modes)("by %s", (containment) => {
  const within = (path: string, change: (root: ContainedRoot) => void) =>
    withRoot(path, change, { containment });

  /** A root with a link `away` to a directory outside that holds `victim.txt`. */
  function rootWithLink(): { root: string; outside: string } {
    const outside = temporaryTree({ "victim.txt": "untouched" });
    const root = temporaryTree({ "logs/log_1/status.json": "{}" });
    symlinkSync(outside, join(root, "away"));
    return { root, outside };
  }

  test("no change goes through a link", () => {
    const { root, outside } = rootWithLink();
    within(root, (open) => {
      expect(refusal(() => makeDirectoryWithin(open, "away/made"))).toBe("LINK_REFUSED");
      expect(refusal(() => renameWithin(open, "away/victim.txt", "stolen.txt"))).toBe("LINK_REFUSED");
      expect(refusal(() => renameWithin(open, "logs", "away/logs"))).toBe("LINK_REFUSED");
      expect(refusal(() => removeEntryWithin(open, "away/victim.txt"))).toBe("LINK_REFUSED");
      expect(refusal(() => appendWithin(open, "away/victim.txt", "more"))).toBe("LINK_REFUSED");
      expect(refusal(() => replaceLinkWithin(open, "away/victim.txt", "x"))).toBe("LINK_REFUSED");
      expect(refusal(() => makeDirectoryWithin(open, "../made"))).toBe("OUTSIDE_ROOT");
      expect(refusal(() => renameWithin(open, "logs", "../logs"))).toBe("OUTSIDE_ROOT");
    });
    expect(readdirSync(outside)).toEqual(["victim.txt"]);
    expect(readFileSync(join(outside, "victim.txt"), "utf8")).toBe("untouched");
  });

  test("renames whatever it is, a link as a link, and makes the way there", () => {
    const { root, outside } = rootWithLink();
    within(root, (open) => {
      renameWithin(open, "logs", "earlier/run_1/logs");
      renameWithin(open, "away", "earlier/run_1/away");
    });
    expect(existsSync(join(root, "earlier/run_1/logs/log_1/status.json"))).toBe(true);
    expect(readlinkSync(join(root, "earlier/run_1/away"))).toBe(outside);
  });

  test("removes a link itself and a FIFO, no directory with something in it, and nothing is as good", () => {
    const { root, outside } = rootWithLink();
    execFileSync("mkfifo", [join(root, "fifo")]);
    within(root, (open) => {
      for (const path of ["away", "fifo", "nothing", "logs/nothing"]) removeEntryWithin(open, path);
      removeEntryWithin(open, "logs");
    });
    expect(readdirSync(root)).toEqual(["logs"]);
    expect(existsSync(join(outside, "victim.txt"))).toBe(true);
  });

  test("appends to regular files only, and waits for no FIFO", () => {
    const { root, outside } = rootWithLink();
    execFileSync("mkfifo", [join(root, "fifo")]);
    symlinkSync(join(outside, "victim.txt"), join(root, "link"));
    linkSync(join(outside, "victim.txt"), join(root, "hard"));
    within(root, (open) => {
      appendWithin(open, "lines.jsonl", "one\n");
      appendWithin(open, "lines.jsonl", "two\n");
      expect(refusal(() => appendWithin(open, "fifo", "x"))).toBe("NOT_REGULAR");
      expect(refusal(() => appendWithin(open, "link", "x"))).toBe("LINK_REFUSED");
      expect(refusal(() => appendWithin(open, "hard", "x"))).toBe("HARD_LINK_REFUSED");
      expect(refusal(() => appendWithin(open, "logs", "x"))).toBe("NOT_REGULAR");
    });
    expect(readFileSync(join(root, "lines.jsonl"), "utf8")).toBe("one\ntwo\n");
    expect(readFileSync(join(outside, "victim.txt"), "utf8")).toBe("untouched");
  });

  test("appends to no FIFO although somebody reads: it goes on waiting for who writes", async () => {
    const root = temporaryTree();
    const fifo = join(root, "fifo");
    execFileSync("mkfifo", [fifo]);
    const said = text(spawn("cat", [fifo], { stdio: ["ignore", "pipe", "ignore"] }).stdout);
    // The reader comes to the FIFO in this time; later ones are met by none of these.
    for (let look = 0; look < 100; look += 1) {
      within(root, (open) => expect(refusal(() => appendWithin(open, "fifo", "x"))).toBe("NOT_REGULAR"));
      await delay(2);
    }
    // Had it been let go, nobody would read.
    const writer = await eventually("the reader", () => openIfRead(fifo), 20);
    writeSync(writer, "said");
    closeSync(writer);
    expect(await said).toBe("said");
  });

  test("puts a link in the place of a link or a file, in the place of no directory", () => {
    const { root } = rootWithLink();
    within(root, (open) => {
      replaceLinkWithin(open, "away", "logs/log_1");
      replaceLinkWithin(open, "fresh", "logs");
      expect(refusal(() => replaceLinkWithin(open, "logs", "fresh"))).toBe("NOT_REGULAR");
    });
    expect(readlinkSync(join(root, "away"))).toBe("logs/log_1");
    expect(readdirSync(root).toSorted()).toEqual(["away", "fresh", "logs"]);
    expect(lstatSync(join(root, "logs")).isDirectory()).toBe(true);
  });

  test("a root that is walked to is refused behind a link", () => {
    const outside = temporaryTree({ "workspace/file.txt": "outside" });
    const parent = temporaryTree({ "subagents/a/workspace/file.txt": "inside" });
    symlinkSync(outside, join(parent, "subagents/b"));
    const list = (id: string) =>
      withRoot(join(parent, "subagents", id, "workspace"), (open) => makeDirectoryWithin(open, "made"), {
        containment,
        from: parent,
      });
    list("a");
    expect(refusal(() => list("b"))).toBe("LINK_REFUSED");
    mkdirSync(join(parent, "other"));
    const apart = () => withRoot(outside, () => {}, { containment, from: join(parent, "other") });
    expect(refusal(apart)).toBe("OUTSIDE_ROOT");
    expect(existsSync(join(outside, "workspace/made"))).toBe(false);
  });
});

/** Opens a FIFO for writing; undefined while nobody reads. */
function openIfRead(fifo: string): number | undefined {
  try {
    return openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
