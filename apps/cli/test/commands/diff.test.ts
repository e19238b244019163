import { temporaryDirectory } from "@retinue/testkit";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { aProject, changeBy, git } from "../changed-repository.ts";

const [onTerminal = "", executable = ""] = ["../on-a-terminal.py", "../../dist/main.js"].map((name) =>
  join(import.meta.dirname, name),
);
const escape = "\u001B[";

/** A user with a pager, and a diff tool, of their own. */
function somebody(settings: Readonly<Record<string, string>> = {}) {
  const home = temporaryDirectory();
  const all = {
    "core.pager": "sed 's/^/paged /'",
    "diff.tool": "mine",
    "difftool.mine.cmd": 'echo the tool shows; cat "$LOCAL" "$REMOTE"',
    ...settings,
  };
  for (const [name, value] of Object.entries(all))
    git(home, "config", "--file", join(home, ".gitconfig"), name, value);
  return { HOME: home, PATH: process.env["PATH"], TERM: "xterm" };
}

function piped(env: NodeJS.ProcessEnv, workspace: string, ...flags: string[]) {
  const args = [executable, "diff", "one", "--workspace", workspace, ...flags];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

function onATerminal(env: NodeJS.ProcessEnv, workspace: string): { seen: string; code: number } {
  const args = [onTerminal, "nothing", process.execPath, executable, "diff", "one", "--workspace", workspace];
  const { stdout } = spawnSync("python3", args, { env, encoding: "utf8" });
  return JSON.parse(stdout) as { seen: string; code: number };
}

test("on a terminal it is in colour and through the user's pager; with NO_COLOR plain; nothing of the tree is obeyed", async () => {
  const workspace = aProject();
  const trap = join(workspace, "..", "trapped");
  const settings = ["core.pager", "diff.external", "core.fsmonitor"];
  const traps = settings.map((name) => `git config ${name} 'touch ${trap}; cat'`).join(" && ");
  await changeBy("one", workspace, `${traps} && echo one > a`);
  const env = somebody();
  const shown = onATerminal(env, workspace);
  expect(shown.code).toBe(0);
  expect(shown.seen).toContain(`paged ${escape}`);
  expect(stripVTControlCharacters(shown.seen)).toContain("paged +one");
  const plain = onATerminal({ ...env, NO_COLOR: "1" }, workspace);
  expect(plain.seen).toContain("paged +one");
  expect(plain.seen).not.toContain(escape);
  expect(existsSync(trap)).toBe(false);
});

test("piped it is a plain patch, whatever the user has configured and wherever they call it", async () => {
  const workspace = aProject();
  await changeBy("one", workspace, "echo one > a");
  const elsewhere = aProject();
  const env = { ...somebody({ "color.ui": "always" }), GIT_DIR: join(elsewhere, ".git") };
  const shown = piped(env, workspace);
  expect(shown).toMatchObject({ status: 0, stderr: "" });
  expect(shown.stdout).toMatch(/^diff --git a\/a b\/a\n[^]*\n-as it was\n\+one\n$/);
  expect(piped(env, workspace, "--tool").stdout).toBe("the tool shows\nas it was\none\n");
});

test("of a directory that is no repository it is shown too, and when the branch is gone", async () => {
  const directory = aProject({ plain: true });
  await changeBy("one", directory, "echo one > a");
  expect(piped(somebody(), directory).stdout).toContain("-as it was\n+one\n");
  expect(existsSync(join(directory, ".git"))).toBe(false);
  const repository = aProject();
  await changeBy("one", repository, "echo one > a");
  git(repository, "branch", "--delete", "--force", "retinue/one");
  git(repository, "gc", "--quiet", "--prune=now");
  expect(piped(somebody(), repository).stdout).toContain("-as it was\n+one\n");
});
