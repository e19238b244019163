import { eventually } from "@retinue/testkit";
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import { managerOf, script, scriptedOptions, teamStatus, untilAsleep } from "./workspace.ts";

const program = new URL("../programs/serve.ts", import.meta.url).pathname;

const nobody = {
  PATH: process.env["PATH"],
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

function git(cwd: string, ...args: string[]): string {
  const named = ["-c", "user.name=A", "-c", "user.email=a@localhost"];
  return execFileSync("git", [...named, ...args], { cwd, env: nobody, stdio: "pipe" })
    .toString()
    .trim();
}

/** Options whose workspace is a repository with one commit. */
function inRepository(): SubagentManagerOptions {
  const options = scriptedOptions();
  const { workspace } = options;
  git(workspace, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(workspace, "a.txt"), "a\n");
  git(workspace, "add", "--all");
  git(workspace, "commit", "--quiet", "--message", "First");
  return { ...options, workspace: realpathSync(workspace) };
}

/** A shell step in the tree of an agent. */
const inTree = (shell: string, agent = "agent_1_*") => ({ shell: `cd ${agent}/ws; ${shell}` });
const edit = inTree("echo b > a.txt; echo n > new.txt");
const whole = { files: 2, insertions: 2, deletions: 1, branch: "retinue/scout" };

test("a completed run brings its changes back, and its agents were told of the clone", async () => {
  const options = inRepository();
  const spawned = await managerOf(options).spawn({
    task: script(edit, { output: "Done." }),
    subagent_id: "scout",
    changes: { path: "." },
  });
  const { changes, status } = await spawned.result;
  expect({ status, changes }).toMatchObject({
    status: "completed",
    changes: { ...whole, repository: options.workspace, merges: [{ branch: "HEAD", clean: true }] },
  });
  expect(git(options.workspace, "status", "--porcelain")).toBe("");
  expect(git(options.workspace, "show", "retinue/scout:a.txt")).toBe("b");
  expect(readFileSync(join(options.workspace, "a.txt"), "utf8")).toBe("a\n");
  expect(existsSync(changes?.patch ?? "")).toBe(true);
  expect(readdirSync(join(spawned.workspace, ".."))).toEqual(["workspace"]);
  const { prompt } = JSON.parse(readFileSync(join(spawned.workspace, "starts.log"), "utf8"));
  expect(prompt).toContain(`A clone of ${options.workspace} is in your own directory, at ws`);
});

describe("every other ending brings them back too:", () => {
  test("a crash", async () => {
    const manager = managerOf(inRepository());
    const task = script(edit, { exit: 3 });
    const { result } = await manager.spawn({ task, subagent_id: "scout", changes: { path: "." } });
    expect(await result).toMatchObject({ status: "error", changes: whole });
  });

  test("a deadline", async () => {
    const manager = managerOf(inRepository());
    const { result } = await manager.spawn({
      task: script(edit, { sleep: 60 }),
      subagent_id: "scout",
      changes: { path: "." },
      timeout_seconds: untilAsleep,
    });
    expect(await result).toMatchObject({ status: "timeout", changes: whole });
  });

  test("a cancellation", async () => {
    const options = inRepository();
    const manager = managerOf(options);
    const task = script(edit, { file: ["ready", ""] }, { sleep: 60 });
    const spawned = await manager.spawn({ task, subagent_id: "scout", changes: { path: "." } });
    await expect.poll(() => existsSync(join(spawned.workspace, "ready")), { timeout: 30_000 }).toBe(true);
    await manager.cancel("scout");
    expect(await spawned.result).toMatchObject({ status: "timeout", changes: whole });
  });

  test("a server that is killed, and another that adopts the run", async () => {
    const options = inRepository();
    const task = script(edit, { until: "go" }, { output: "Done." });
    const server = fork(program, { stdio: "inherit" });
    onTestFinished(() => void server.kill("SIGKILL"));
    server.send([options, [{ task, subagent_id: "scout", changes: { path: "." } }]]);
    await once(server, "message");
    server.kill("SIGKILL");
    await once(server, "exit");
    const manager = managerOf(options);
    await manager.list();
    writeFileSync(join(options.workspace, "subagents/scout/workspace/go"), "");
    const ended = await eventually("the result", async () => (await manager.unacknowledged())[0]);
    expect(ended.result).toMatchObject({ status: "completed", changes: whole });
  });
});

test("of a team each agent has its own tree, and the winner's counts", async () => {
  const member = (id: string) => ({ id, backend: { type: "command", command: ["true"] } });
  const options = {
    ...inRepository(),
    coordination: { subagent_orchestrator: { enabled: true, agents: [member("alpha"), member("beta")] } },
  };
  const status = teamStatus("presentation", { votes: { "agent2.1": 2 }, winner: "beta" });
  const task = script(
    inTree("echo alpha > a.txt"),
    inTree("echo beta > a.txt", "agent_2_*"),
    { status },
    { snapshot: ["beta", "Two."] },
    { output: "Two." },
  );
  const spawned = await managerOf(options).spawn({ task, subagent_id: "scout", changes: { path: "." } });
  expect(await spawned.result).toMatchObject({ changes: { agent_id: "beta", files: 1 } });
  expect(git(options.workspace, "show", "retinue/scout:a.txt")).toBe("beta");
});

test("a continuation goes on in its tree, and its branch grows", async () => {
  const options = inRepository();
  const manager = managerOf(options);
  const task = script(edit, { output: "Done." });
  await (
    await manager.spawn({ task, subagent_id: "scout", changes: { path: "." } })
  ).result;
  const message = script(inTree("echo c > a.txt"), { output: "More." });
  const { result } = await manager.continue("scout", message);
  expect(await result).toMatchObject({ changes: whole });
  expect(git(options.workspace, "rev-list", "--count", "main..retinue/scout")).toBe("2");
  // A further spawn of that name begins anew, and leaves tree and branch of the first alone.
  const anew = await manager.spawn({
    task: script({ shell: "cd agent_1_*/ws_run_3; echo d > a.txt" }, { output: "New." }),
    subagent_id: "scout",
    changes: { path: "." },
  });
  expect(await anew.result).toMatchObject({ changes: { branch: "retinue/scout-2", files: 1 } });
});

test.each(["off", "required"] as const)(
  "a context path with permission to write is the same; MassGen's team shares a tree that it may write, sandbox: %s",
  async (sandbox) => {
    const options = { ...inRepository(), sandbox };
    const engine = { ...options.engine, kind: "massgen" as const, command: options.engine?.command ?? [] };
    const spawned = await managerOf({ ...options, engine }).spawn({
      task: script({ shell: "cd ws; echo b > a.txt" }, { output: "Done." }),
      subagent_id: "scout",
      context_paths: [{ path: ".", permission: "write" }],
    });
    const { changes, log_path } = await spawned.result;
    expect(changes).toMatchObject({ files: 1, branch: "retinue/scout" });
    const config = readFileSync(join(log_path ?? "", "subagent_config_scout.yaml"), "utf8");
    expect(JSON.parse(config).orchestrator.context_paths).toContainEqual({
      path: join(spawned.workspace, "ws"),
      permission: "write",
    });
  },
);

describe("refused, with nothing started:", () => {
  const refusal = async (path: string, added: object = {}): Promise<unknown> => {
    const options = inRepository();
    mkdirSync(join(options.workspace, "subagents/x"), { recursive: true });
    symlinkSync("/etc", join(options.workspace, "way-out"));
    const manager = managerOf({ ...options, ...added });
    return manager.spawn({ task: script(), changes: { path } }).catch((error: unknown) => error);
  };

  test.each(["/etc", "..", "way-out", "subagents/x", "a.txt"])("%s", async (path) => {
    expect(await refusal(path)).toMatchObject({ code: "CHANGES_REFUSED" });
  });

  test("what is not there, and what no root holds", async () => {
    expect(await refusal("none")).toMatchObject({ code: "CONTEXT_PATH_REFUSED" });
    expect(await refusal(".", { contextRoots: ["/usr"] })).toMatchObject({ code: "CONTEXT_PATH_REFUSED" });
  });
});

test("a repository that begins above the workspace is that run's result", async () => {
  const options = inRepository();
  const workspace = join(options.workspace, "packages");
  mkdirSync(workspace);
  const spawned = await managerOf({ ...options, workspace }).spawn({
    task: script(),
    changes: { path: "." },
  });
  expect(await spawned.result).toMatchObject({
    status: "error",
    error: expect.stringContaining("begins above"),
  });
});
