import type { SpawnedSubagent, SubagentManager } from "@retinue/runtime";
import type { SimplifiedStatus } from "@retinue/status-model";
import { installedProgram, verifies } from "@retinue/testkit";
import {
  startVendorApi,
  type VendorApi,
  type VendorReply,
  type VendorRequest,
} from "@retinue/testkit/vendor-api";
import { mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openManager } from "../../src/serve/open-manager.ts";
import { asksForVote, modelReply, voteFor } from "./model-team.ts";
import { parentStart, type Parent } from "./parent.ts";

const { missing } = installedProgram("massgen");
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;

// MassGen takes some ten seconds of a free processor to start, and these start at once.
const timeout = 600_000;

describe.skipIf(missing !== undefined)(`MassGen as the engine${skipped}`, { timeout }, () => {
  const directory = mkdtempSync(join(tmpdir(), "retinue-massgen-"));
  const managers: SubagentManager[] = [];
  let api: VendorApi;
  // What the agent that is alone waits for.
  const seen = Promise.withResolvers<void>();

  beforeAll(async () => {
    // One agent of each team never gets to say its vote.
    const reply = (request: VendorRequest): VendorReply => {
      if (!asksForVote(request)) return modelReply(request);
      return request.model === "of-ada" ? { hang: true } : voteFor("agent1");
    };
    api = await startVendorApi({
      steps: [
        { when: ({ model }) => model === "of-solo", after: seen.promise, reply, repeat: true },
        { reply, repeat: true },
      ],
    });
  });
  afterAll(async () => {
    await Promise.all(managers.map((manager) => manager.close()));
    await api.stop();
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  /** A manager over a workspace of its own. */
  async function managerOf(name: string, models: Parent["models"], byUv = false) {
    const parent = { apiUrl: api.url, models, engine: "massgen", byUv } as const;
    const { manager } = await openManager(parentStart(join(directory, name), parent));
    managers.push(manager);
    return manager;
  }

  test.concurrent("completes, and continues by its session", async () => {
    const manager = await managerOf("complete", { solo: "of-solo" });
    const first = await manager.spawn({ task: "Which way?", subagent_id: "a" }, { refine: false });
    const fullLogs = dirname(first.statusFile);
    // While it runs, and not only when it has ended.
    expect(await progress(first)).toMatchObject({ status: "running", phase: "initial_answer" });
    seen.resolve();
    expect(readlinkSync(fullLogs)).toMatch(/^live_logs\/log_\d+_\d+_\d+\/turn_1\/attempt_1$/);
    const completed = {
      status: "completed",
      answer: "Answer of of-solo.",
      token_usage: { input_tokens: 100, output_tokens: 10, estimated_cost: 0 },
      warning: "MassGen knows no price of of-solo: its tokens are counted, its cost is not",
    };
    expect(await first.result).toMatchObject(completed);

    const second = await manager.continue("a", "--and-which-way-back?");
    expect(await second.result).toMatchObject(completed);
    expect(readlinkSync(fullLogs)).toMatch(/^live_logs\/log_\d+_\d+_\d+\/turn_2\/attempt_1$/);
    // What came before it has from its session: the message alone was handed over.
    const { text = "" } = api.requests.findLast(({ model }) => model === "of-solo") ?? {};
    expect(text).toMatch(/Which way\?[^]*Answer of of-solo\.[^]*--and-which-way-back\?/);
    expect(text).not.toContain("You are a subagent and go on with earlier work");
  });

  test.concurrent(`is stopped at its deadline while it votes ${verifies("TIMEOUT-AUTHORITY")}`, async () => {
    const manager = await managerOf("deadline", { zoe: "of-zoe", ada: "of-ada" }, true);
    // How long it takes to the votes, only this machine knows.
    for (let seconds = 30; ; seconds *= 2) {
      const subagent_id = `after-${seconds}`;
      const spawned = await manager.spawn({ task: "Which way?", subagent_id, timeout_seconds: seconds });
      let voting = false;
      for await (const { phase } of spawned.progress()) voting ||= phase === "enforcement";
      const result = await spawned.result;
      if (!voting && seconds < 240) continue;
      expect(runOf(spawned).command.slice(0, 3)).toEqual(["uv", "run", "massgen"]);
      expect(result).toMatchObject({
        status: "partial",
        answer: "Answer of of-ada.",
        error: expect.stringContaining("deadline"),
        completion_percentage: 75,
        answer_source: { reason: "votes", agent_id: "ada", label: "agent1.1" },
        token_usage: { input_tokens: expect.any(Number) },
      });
      return;
    }
  });

  test.concurrent("is killed while it votes, and its answer is recovered", async () => {
    const manager = await managerOf("killed", { zoe: "of-zoe", ada: "of-ada" });
    const spawned = await manager.spawn({ task: "Which way?", subagent_id: "a" });
    await progress(spawned, ({ phase }) => phase === "enforcement");
    const { engine, state, process: leader } = runOf(spawned);
    expect({ engine, state }).toEqual({ engine: "massgen", state: "running" });
    process.kill(leader.pid, "SIGKILL");
    expect(await spawned.result).toMatchObject({
      status: "error",
      answer: "Answer of of-ada.",
      error: expect.stringContaining("signal 9"),
      answer_source: { reason: "votes", agent_id: "ada" },
    });
  });
});

/** The first status of a run that is as wanted. */
async function progress(spawned: SpawnedSubagent, wanted = (_status: SimplifiedStatus) => true) {
  for await (const status of spawned.progress()) if (wanted(status)) return status;
  return undefined;
}

/** The run in run.json. */
function runOf({ statusFile }: SpawnedSubagent) {
  const record = JSON.parse(readFileSync(join(dirname(dirname(statusFile)), "run.json"), "utf8"));
  return record.runs[0] as {
    readonly engine: string;
    readonly state: string;
    readonly command: readonly string[];
    readonly process: { readonly pid: number };
  };
}
