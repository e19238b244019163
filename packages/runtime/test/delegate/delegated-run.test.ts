import type { DelegationRequest } from "@retinue/delegation-protocol";
import { engineArguments } from "@retinue/engine-contract";
import { childConfigPath, eventually, temporaryDirectory, verifies } from "@retinue/testkit";
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { settingsOf, type SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import { delegatedLauncher } from "../../src/delegate/delegated-launcher.ts";
import { managerOf, script, scriptedOptions, teamStatus, untilAsleep } from "../manage/workspace.ts";
import { plainHost } from "./plain-host.ts";

const engine = new URL("../programs/scripted-engine.ts", import.meta.url).pathname;
const server = new URL("../programs/serve.ts", import.meta.url).pathname;

function commandOf({ task, answer_file, workspace }: DelegationRequest): string[] {
  const config = childConfigPath(workspace);
  return [process.execPath, engine, ...engineArguments({ config, outputFile: answer_file, prompt: task })];
}

function delegatedOptions(outbox: string, overrides: Partial<SubagentManagerOptions> = {}) {
  return {
    ...scriptedOptions(),
    runtimeMode: "delegated" as const,
    delegationDirectory: outbox,
    isContainer: () => true,
    ...overrides,
  };
}

/** What a launcher is asked for the subagent "a". */
function launchRequest() {
  const cwd = temporaryDirectory();
  const config = join(cwd, "config.yaml");
  writeFileSync(config, "{}");
  const command = ["engine", ...engineArguments({ config, outputFile: join(cwd, "out"), prompt: "p" })];
  const directory = join(cwd, "run_1");
  return { subagentId: "a", directory, command, cwd, environment: {}, timeoutSeconds: 60, marker: "m" };
}

const winner = teamStatus("presentation", { votes: { "agent2.1": 2 }, winner: "beta" });

test(`a delegated run brings back answer, cost and logs, and its progress while it runs ${verifies("DELEGATED-RUN", "DELEGATION-REQUEST")}`, async () => {
  const host = plainHost(commandOf);
  const options = delegatedOptions(host.outbox);
  const manager = managerOf(options);
  const seen = join(temporaryDirectory(), "seen");
  const status = teamStatus("enforcement");
  const task = script(
    { snapshot: ["beta", "Done."] },
    { status },
    { until: seen },
    { status: winner },
    { output: "Done." },
  );
  const spawned = await manager.spawn({ task, subagent_id: "a" });
  const phases: (string | null | undefined)[] = [];
  for await (const { phase } of spawned.progress()) {
    phases.push(phase);
    writeFileSync(seen, "");
  }
  const result = await spawned.result;
  expect(result).toMatchObject({
    status: "completed",
    answer: "Done.",
    token_usage: { input_tokens: 100, output_tokens: 10, estimated_cost: 0.25 },
  });
  expect(phases).toContain("enforcement");
  const [request] = host.ran;
  expect(request).toMatchObject({
    workspace: spawned.workspace,
    answer_file: join(spawned.workspace, "answer.txt"),
    timeout_seconds: 90,
    yaml_config: { agents: [{ backend: { type: "command" } }] },
  });
  expect(request?.task).toContain(task);
  const log = result.log_path as string;
  // The result comes first.
  await eventually("the copied log", () => existsSync(join(log, "full_logs/status.json")));
  expect(readlinkSync(join(log, "full_logs"))).toContain("live_logs/log_");
  expect(existsSync(join(log, "full_logs/status.json"))).toBe(true);
  expect(readdirSync(host.outbox)).toEqual([]);
});

test(`a cancelled one is recovered, and the host is told by a file ${verifies("DELEGATION-CANCEL")}`, async () => {
  const host = plainHost(commandOf);
  const manager = managerOf(delegatedOptions(host.outbox));
  const begun = join(temporaryDirectory(), "begun");
  const task = script(
    { snapshot: ["beta", "So far."] },
    { status: teamStatus("enforcement", { votes: { "agent2.1": 1 }, winner: null }) },
    { file: [begun, ""] },
    { sleep: 60 },
  );
  const spawned = await manager.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(begun));
  expect(await manager.cancel("a")).toMatchObject({ status: "partial", answer: "So far." });
  expect(await spawned.result).toMatchObject({ status: "partial" });
  expect(await manager.list()).toMatchObject([{ subagent_id: "a", status: "cancelled" }]);
  expect(readdirSync(host.outbox)).toEqual([]);
});

test("one whose time is over at the host is recovered", async () => {
  const host = plainHost(commandOf);
  const manager = managerOf(delegatedOptions(host.outbox));
  const task = script({ snapshot: ["beta", "Done."] }, { status: winner }, { sleep: 60 });
  const { result } = await manager.spawn({ task, subagent_id: "a", timeout_seconds: untilAsleep });
  expect(await result).toMatchObject({ status: "completed_but_timeout", answer: "Done." });
});

test(`a host that is silent beyond deadline and grace is told to stop, and said to be silent ${verifies("DELEGATED-GRACE")}`, async () => {
  const outbox = temporaryDirectory();
  const manager = managerOf(delegatedOptions(outbox, { delegationGraceSeconds: 0.5 }));
  const { result } = await manager.spawn({ task: script(), subagent_id: "a", timeout_seconds: 1 });
  expect(await result).toMatchObject({
    status: "timeout",
    answer: null,
    warning: expect.stringContaining("is its watcher running?"),
  });
  expect(readdirSync(outbox)).toEqual(["cancel_a"]);
});

test.each([
  ["has not begun is given up", false],
  ["has begun late has its whole time", true],
])("a run that %s when it was to have ended", async (_what, hasBegun) => {
  const outbox = temporaryDirectory();
  const launcher = delegatedLauncher(settingsOf(delegatedOptions(outbox)));
  const request = launchRequest();
  const { release } = await launcher.launch(request);
  release();
  const path = join(request.directory, "delegation.json");
  const delegation = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...delegation, give_up_at: Date.now() }));
  if (hasBegun) writeFileSync(join(outbox, "receipt_a.json"), "{}");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { ended } = await launcher.adopt(request.directory);
  vi.advanceTimersByTime(1_000);
  const response = {
    version: 1,
    subagent_id: "a",
    request_id: delegation.request.request_id,
    status: "completed",
    exit_code: 0,
    stdout_tail: "",
    stderr_tail: "",
    completed_at: new Date().toISOString(),
  };
  writeFileSync(join(outbox, "response_a.json"), JSON.stringify(response));
  expect(await ended).toMatchObject(hasBegun ? { exit_code: 0, stopped: "" } : { stopped: "timeout" });
});

test("a run that fails, and a request that is refused, come back with the host's reason", async () => {
  const host = plainHost(commandOf);
  const manager = managerOf(delegatedOptions(host.outbox));
  const failed = await manager.spawn({ task: script({ print: "no luck" }, { exit: 7 }), subagent_id: "a" });
  expect((await failed.result).error).toMatch(/code 7:\nno luck/);

  const outbox = temporaryDirectory();
  const refusing = managerOf(delegatedOptions(outbox));
  const refused = await refusing.spawn({ task: script(), subagent_id: "b" });
  const path = join(outbox, "request_b.json");
  await eventually("the request", () => existsSync(path));
  const { request_id } = JSON.parse(readFileSync(path, "utf8")) as DelegationRequest;
  // As MassGen's watcher refuses: no engine ran, and the reason is in stderr_tail.
  const response = {
    version: 1,
    subagent_id: "b",
    request_id,
    status: "error",
    exit_code: -1,
    stdout_tail: "",
    stderr_tail: "workspace not allowed",
    completed_at: new Date().toISOString(),
  };
  writeFileSync(join(outbox, "response_b.json"), JSON.stringify(response));
  const result = await refused.result;
  expect(result).toMatchObject({ status: "error", answer: null });
  expect(result.error).toContain("workspace not allowed");
});

test("a continuation is a new request, with what was recovered instead of a session", async () => {
  const host = plainHost(commandOf);
  const manager = managerOf(delegatedOptions(host.outbox));
  const first = await manager.spawn({
    task: script({ session: "session_1" }, { output: "one" }),
    subagent_id: "a",
  });
  expect(await first.result).toMatchObject({ status: "completed", answer: "one" });
  const second = await manager.continue("a", script({ output: "two" }));
  expect(await second.result).toMatchObject({ status: "completed", answer: "two" });
  expect(new Set(host.ran.map(({ request_id }) => request_id)).size).toBe(2);
  expect(host.ran[1]?.task).toContain("one");
});

test.each([
  ["while the host works", false],
  ["before it was seen that the host has answered", true],
])(
  `a server that is killed %s leaves its request to the next ${verifies("DELEGATED-ADOPTION")}`,
  async (_when, late) => {
    const host = plainHost(commandOf);
    const options = delegatedOptions(host.outbox);
    const { isContainer: _function, ...sent } = options;
    const child = fork(server, { stdio: "inherit" });
    onTestFinished(() => void child.kill("SIGKILL"));
    const task = script({ sleep: 1 }, { output: "Done." });
    child.send([sent, [{ task, subagent_id: "a" }]]);
    await eventually("the host has it", () => host.ran.length === 1);
    child.kill("SIGKILL");
    await once(child, "exit");
    const answered = () => existsSync(join(host.outbox, "response_a.json"));
    if (late) await eventually("the response", answered);
    const manager = managerOf(options);
    const finished = await eventually("the result", async () => (await manager.unacknowledged())[0]);
    expect(finished).toMatchObject({ ending: "completed", result: { answer: "Done." } });
    expect(host.ran).toHaveLength(1);
    expect(readdirSync(host.outbox)).toEqual([]);
  },
);

test("a run that another server waits for is cancelled by the first that is asked", async () => {
  const host = plainHost(commandOf);
  const options = delegatedOptions(host.outbox);
  const [waiting, other] = [managerOf(options), managerOf(options)];
  const begun = join(temporaryDirectory(), "begun");
  const task = script(
    { snapshot: ["beta", "So far."] },
    { status: teamStatus("enforcement") },
    { file: [begun, ""] },
    { sleep: 60 },
  );
  const spawned = await waiting.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(begun));
  expect(await other.cancel("a")).toMatchObject({ status: "partial", answer: "So far." });
  expect(await spawned.result).toMatchObject({ status: "partial", answer: "So far." });
  expect(host.ran).toHaveLength(1);
});

test(`a request that was recorded is put there again unless it is known to have been ${verifies("DELEGATED-ADOPTION")}`, async () => {
  const outbox = temporaryDirectory();
  const launcher = delegatedLauncher(settingsOf(delegatedOptions(outbox)));
  const request = launchRequest();
  const { directory } = request;
  (await launcher.launch(request)).release();
  const path = join(outbox, "request_a.json");
  const asked = readFileSync(path, "utf8");

  // The host has taken it.
  rmSync(path);
  (await launcher.adopt(directory)).release();
  expect(readdirSync(outbox)).toEqual([]);
  // The kill came before it was put there.
  rmSync(join(directory, "asked"));
  (await launcher.adopt(directory)).release();
  expect(readFileSync(path, "utf8")).toBe(asked);
});

test("a response that was kept before a kill is the end, whatever the shared directory holds by then", async () => {
  const host = plainHost(commandOf);
  const options = delegatedOptions(host.outbox);
  const manager = managerOf(options);
  const spawned = await manager.spawn({ task: script({ output: "Done." }), subagent_id: "a" });
  const { log_path } = await spawned.result;
  const directory = join(log_path as string, "supervisor/run_1");
  const adopted = await delegatedLauncher(settingsOf(options)).adopt(directory);
  expect(await adopted.ended).toMatchObject({ exit_code: 0, stopped: "" });
  expect(readdirSync(host.outbox)).toEqual([]);
});
