import { temporaryDirectory, verifies } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { subagentPaths } from "../../src/prepare/subagent-paths.ts";
import { resolveContextPaths } from "../../src/prepare/context-paths.ts";
import { checkContextFiles, copyContextFiles } from "../../src/prepare/context-files.ts";

function workspace() {
  const root = temporaryDirectory();
  const directory = join(root, "ws");
  mkdirSync(join(directory, "docs"), { recursive: true });
  mkdirSync(join(root, "logs", "subagents", "other"), { recursive: true });
  writeFileSync(join(root, "outside.txt"), "outside");
  return { root, workspace: directory, logDirectory: join(root, "logs"), environment: {} };
}

test("relative paths are the parent's workspace's, links are resolved", () => {
  const rules = workspace();
  symlinkSync(join(rules.root, "outside.txt"), join(rules.workspace, "link"));
  expect(resolveContextPaths(["docs", rules.root, "link"], rules)).toEqual([
    join(rules.workspace, "docs"),
    rules.root,
    join(rules.root, "outside.txt"),
  ]);
});

test.each([
  ["missing", /does not exist/],
  ["/", /whole machine/],
  ["/proc", /whole machine/],
  ["/proc/self", /whole machine/],
  ["/sys/kernel", /whole machine/],
  ["/dev", /whole machine/],
  ["a\0b", /NUL/],
  ["docker.sock", /Docker socket/],
  ["../logs/subagents/other", /another subagent's log/],
])(`refuses %j by name ${verifies("CONTEXT-EXIST")}`, (path, rule) => {
  const rules = workspace();
  writeFileSync(join(rules.workspace, "docker.sock"), "");
  expect(() => resolveContextPaths([path], rules)).toThrow(
    expect.objectContaining({
      code: "CONTEXT_PATH_REFUSED",
      message: expect.stringMatching(rule),
      details: { path },
    }),
  );
});

test("with roots, a path outside of them is refused, also through a link or a longer name", () => {
  const rules = workspace();
  mkdirSync(join(rules.root, "ws-longer"));
  symlinkSync(rules.root, join(rules.workspace, "docs", "up"));
  const limited = { ...rules, contextRoots: [rules.workspace] };
  expect(resolveContextPaths(["docs"], limited)).toEqual([join(rules.workspace, "docs")]);
  for (const path of [join(rules.root, "ws-longer"), "docs/up"]) {
    expect(() => resolveContextPaths([path], limited)).toThrow(/outside the allowed roots/);
  }
});

test("context files are copied to the same place, in the place of whatever the subagent put there", async () => {
  const { workspace: from, root } = workspace();
  writeFileSync(join(from, "docs", "a.md"), "text");
  checkContextFiles(["docs/a.md"], from);
  const paths = subagentPaths(from, join(root, "logs"), "a");
  const copy = join(paths.workspace, "docs/a.md");
  mkdirSync(dirname(copy), { recursive: true });
  const outside = join(root, "outside.txt");
  writeFileSync(outside, "untouched");
  for (const take of [() => symlinkSync(outside, copy), () => execFileSync("mkfifo", [copy])]) {
    rmSync(copy, { force: true });
    take();
    await copyContextFiles(["docs/a.md"], paths);
    expect(readFileSync(copy, "utf8")).toBe("text");
  }
  expect(readFileSync(outside, "utf8")).toBe("untouched");
  // A directory of the subagent's that leads elsewhere is no place for a file.
  rmSync(dirname(copy), { recursive: true });
  symlinkSync(root, dirname(copy));
  await expect(copyContextFiles(["docs/a.md"], paths)).rejects.toMatchObject({ code: "LINK_REFUSED" });
});

test.each(["../outside.txt", "/etc/hostname", "docs", "missing.md", "link/outside.txt"])(
  "refuses the context file %s",
  (file) => {
    const { workspace: from, root } = workspace();
    symlinkSync(root, join(from, "link"));
    expect(() => checkContextFiles([file], from)).toThrow(
      expect.objectContaining({ code: "CONTEXT_PATH_REFUSED", details: { file } }),
    );
  },
);
