import { temporaryDirectory, verifies } from "@retinue/testkit";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveContextPaths } from "../../src/prepare/context-paths.ts";
import { checkContextFiles, copyContextFiles } from "../../src/prepare/context-files.ts";

function workspace() {
  const root = temporaryDirectory();
  const directory = join(root, "ws");
  mkdirSync(join(directory, "docs"), { recursive: true });
  mkdirSync(join(root, "logs", "subagents", "other"), { recursive: true });
  writeFileSync(join(root, "outside.txt"), "outside");
  return { root, workspace: directory, logDirectory: join(root, "logs") };
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

test("context files are copied to the same place", () => {
  const { workspace: from, root } = workspace();
  writeFileSync(join(from, "docs", "a.md"), "text");
  checkContextFiles(["docs/a.md"], from);
  copyContextFiles(["docs/a.md"], from, join(root, "to"));
  expect(
    resolveContextPaths([join(root, "to", "docs", "a.md")], { workspace: from, logDirectory: root }),
  ).toHaveLength(1);
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
