import { createSubagentManager } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { retinue } from "../retinue.ts";

const named = ["-c", "user.name=A", "-c", "user.email=a@localhost"];

/** A repository with one commit. */
function aRepository(): string {
  const workspace = join(temporaryDirectory(), "project");
  mkdirSync(workspace);
  const git = (...args: string[]) =>
    execFileSync("git", [...named, ...args], { cwd: workspace, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  writeFileSync(join(workspace, "a"), "as it was\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", "First");
  return workspace;
}

/** One in which a subagent has answered, and one has changed a file; somebody had both. */
const workspaceOfTwo = () => workspaceOf(["solo"], "edited", (cd) => `${cd(1)} && echo changed > a`, "said");

/** One in which a team was given it to change, and did this in its trees; and another subagent answered, if named. */
async function workspaceOf(
  ids: readonly string[],
  edited: string,
  shell: (cd: (place: number) => string) => string,
  said?: string,
): Promise<string> {
  const workspace = aRepository();
  const script = shell((place) => `cd agent_${place}_*/project 2>/dev/null`);
  const manager = createSubagentManager({
    workspace,
    agents: ids.map((id) => ({ id, backend: { type: "command", command: ["true"] } })),
    engine: { kind: "retinue-child", command: ["/bin/sh", "-c", `${script}; exit 0`] },
    runtimeMode: "inherited",
    ...(ids.length > 1 && { coordination: { subagent_orchestrator: { enabled: true } } }),
    environment: process.env,
  });
  onTestFinished(() => manager.close());
  const runs = [
    ...(said === undefined ? [] : [await manager.spawn({ task: "Say it.", subagent_id: said })]),
    await manager.spawn({ task: "Edit it.", subagent_id: edited, changes: { path: "." } }),
  ];
  await Promise.all(runs.map(({ result }) => result));
  await manager.acknowledge(runs);
  await manager.close();
  return workspace;
}

const there = (workspace: string) =>
  ["said", "edited"].filter((id) => existsSync(join(workspace, "subagents", id)));

test("says what it would free and how to, keeps changes until they are applied, and frees with --force", async () => {
  const workspace = await workspaceOfTwo();
  const clean = (...args: string[]) => retinue("clean", "--workspace", workspace, ...args);
  const said = clean();
  expect(said.status).toBe(0);
  expect(said.stdout).toMatch(
    /^would free \d.* [kM]?B: 1 subagent\nsaid +\S+ +\d{4}-\d\d-\d\d +\S+ k?B +Say it\.\nkept:\n/,
  );
  expect(said.stdout).toMatch(/^edited +\S+ .?B +changes that nobody took over: retinue diff edited$/m);
  expect(said.stderr).toBe(
    `retinue: nothing was removed; to remove it: retinue clean --force --workspace ${workspace}\n`,
  );
  expect(clean("--force", "--dry-run").stdout).toMatch(/^would free /);
  expect(clean("--force", "--older-than", "7d").stdout).toMatch(
    /^nothing to remove\nkept:\n[^]*^said .*it ended more recently$/m,
  );
  expect(there(workspace)).toEqual(["said", "edited"]);

  const freed = clean("--force", "--json");
  expect(freed.status).toBe(0);
  expect(JSON.parse(freed.stdout)).toMatchObject({
    dry_run: false,
    removed: [{ subagentId: "said" }],
    kept: [{ subagentId: "edited", because: "changes" }],
  });
  expect(there(workspace)).toEqual(["edited"]);
  expect(retinue("ps", "--workspace", workspace).stdout).toMatch(/^edited .*\n$/);

  expect(retinue("apply", "edited", "--workspace", workspace).status).toBe(0);
  expect(clean("--force").stdout).toMatch(/^freed .*: 1 subagent\nedited /);
  expect(there(workspace)).toEqual([]);
  expect(clean().stdout).toBe("nothing to remove\n");
});

test("of a team it keeps what a member changed whose answer was not taken, and says how to let it go", async () => {
  const workspace = await workspaceOf(["winner", "other", "idle"], "edited", (cd) =>
    ["winner", "other"].map((id, index) => `(${cd(index + 1)}; echo ${id} > a)`).join("; "),
  );
  const clean = (...args: string[]) => retinue("clean", "--workspace", workspace, ...args);
  expect(retinue("apply", "edited", "--workspace", workspace).status).toBe(0);
  const [, tree = ""] =
    /^edited .*changes of other that did not come back; to let them go: rm -r (\S+)$/m.exec(
      clean("--force").stdout,
    ) ?? [];
  expect(readFileSync(join(tree, "a"), "utf8")).toBe("other\n");
  rmSync(tree, { recursive: true });
  expect(clean("--force").stdout).toMatch(/^freed .*: 1 subagent\nedited /);
  // The branch is the repository's.
  const branch = execFileSync("git", ["show", "retinue/edited:a"], { cwd: workspace });
  expect(branch.toString()).toBe("winner\n");
});

test.each([
  [
    ["--older-than", "7"],
    '--older-than cannot be "7". Give a number with a unit (s, m, h, d, w), as in --older-than 7d.',
  ],
  [["--keep", "much"], '--keep cannot be "much". Give a number with a unit (B, KB,'],
  [["--older-than", "-1d"], "--older-than"],
])("%j is refused with the remedy", (args, message) => {
  const workspace = temporaryDirectory();
  mkdirSync(join(workspace, "subagents"));
  const { status, stdout, stderr } = retinue("clean", "--workspace", workspace, ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain("\n");
});
