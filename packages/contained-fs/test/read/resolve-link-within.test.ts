import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { containmentInForce, readFileWithin, resolveLinkWithin, withRoot } from "../../src/index.ts";
import { refusal } from "../refusal.ts";
import { temporaryTree } from "../temporary-tree.ts";

const modes = containmentInForce() === "walk" ? (["walk", "lstat"] as const) : (["lstat"] as const);

describe.each(modes)("by %s", (containment) => {
  function resolved(target: string, read?: string): string {
    const root = temporaryTree({ "live/log/status.json": "status" });
    symlinkSync(target, join(root, "full_logs"));
    return withRoot(
      root,
      (opened) => {
        const path = resolveLinkWithin(opened, "full_logs");
        return read === undefined
          ? path
          : readFileWithin(opened, `${path}/${read}`, { maxBytes: 100 }).bytes.toString();
      },
      { containment },
    );
  }

  test("gives what a relative link names", () => {
    expect(resolved("live/log")).toBe("live/log");
    expect(resolved("./live//log/")).toBe("live/log");
    expect(resolved("live/log", "status.json")).toBe("status");
  });

  test.each(["/etc", "../elsewhere", "live/../../elsewhere"])("refuses %s", (target) => {
    expect(refusal(() => resolved(target))).toBe("OUTSIDE_ROOT");
  });

  test("follows one link by name, and none behind it", () => {
    const root = temporaryTree({ "live/log/status.json": "status" });
    symlinkSync("live", join(root, "current"));
    symlinkSync("current/log", join(root, "full_logs"));
    const read = () =>
      withRoot(
        root,
        (opened) =>
          readFileWithin(opened, `${resolveLinkWithin(opened, "full_logs")}/status.json`, { maxBytes: 100 }),
        { containment },
      );
    expect(refusal(read)).toBe("LINK_REFUSED");
  });

  test("leaves a directory, and what is absent, as it is", () => {
    const root = temporaryTree({ "full_logs/status.json": "status" });
    withRoot(
      root,
      (opened) => {
        expect(resolveLinkWithin(opened, "full_logs")).toBe("full_logs");
        expect(resolveLinkWithin(opened, "absent")).toBe("absent");
      },
      { containment },
    );
  });
});
