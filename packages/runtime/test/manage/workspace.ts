import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import type { SubagentManager } from "../../src/contract/subagent-manager.ts";
import { createSubagentManager } from "../../src/manage/create-subagent-manager.ts";
import type { Step } from "../programs/scripted-engine.ts";

const engine = new URL("../programs/scripted-engine.ts", import.meta.url).pathname;

/** Seconds in which an engine gets through what comes before its sleep, also on a slow and busy machine. */
export const untilAsleep = 4;

/** Options for a manager whose engine does what its tasks say. */
export function scriptedOptions(workspace = join(temporaryDirectory(), "ws")): SubagentManagerOptions {
  mkdirSync(workspace, { recursive: true });
  return {
    workspace,
    agents: [{ id: "solo", backend: { type: "command", command: ["true"] } }],
    engine: { kind: "retinue-child", command: [process.execPath, engine] },
    runtimeMode: "inherited",
    timeouts: { defaultSeconds: 90, minSeconds: 0.5, maxSeconds: 90, warnings: [] },
    stopGrace: { interruptSeconds: 1, terminateSeconds: 1 },
    environment: process.env,
  };
}

/** A manager that is closed when the test has finished. */
export function managerOf(options: SubagentManagerOptions): SubagentManager {
  const manager = createSubagentManager(options);
  onTestFinished(() => manager.close());
  return manager;
}

/** A task for the scripted engine. */
export function script(...steps: Step[]): string {
  return JSON.stringify(steps);
}

/** A status.json of a team in which `alpha` and `beta` answered. */
export function teamStatus(phase: string, results: object = { votes: {}, winner: null }): object {
  return {
    meta: { elapsed_seconds: 1.5 },
    costs: { total_input_tokens: 100, total_output_tokens: 10, total_estimated_cost: 0.25 },
    coordination: { phase, completion_percentage: 50 },
    agents: { alpha: { status: "answered", answer_count: 1 }, beta: { status: "answered", answer_count: 1 } },
    historical_workspaces: [
      { agentId: "alpha", answerLabel: "agent1.1", timestamp: "20260102_030400_000001" },
      { agentId: "beta", answerLabel: "agent2.1", timestamp: "20260102_030401_000001" },
    ],
    results,
  };
}
