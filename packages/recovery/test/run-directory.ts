import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SubagentResult } from "@retinue/status-model";
import { temporaryDirectory } from "@retinue/testkit";
import { recoverSubagent, type RecoverSubagentInput } from "../src/index.ts";

type Json = Record<string, unknown>;

/** A run that left these files: paths relative to a directory with `log/` and `workspace/`. */
export interface RunDirectory {
  readonly directory: string;
  readonly logPath: string;
  readonly workspacePath: string;
  /** Recovers it. Default ending: timeout. */
  recover(input?: Partial<RecoverSubagentInput>): Promise<SubagentResult>;
}

export function runDirectory(files: Readonly<Record<string, string | Json>>): RunDirectory {
  const directory = temporaryDirectory();
  for (const [path, content] of Object.entries(files)) write(join(directory, path), content);
  const logPath = join(directory, "log");
  const workspacePath = join(directory, "workspace");
  const base = {
    subagentId: "review",
    logPath,
    workspacePath,
    executionTimeSeconds: 1,
    ending: "timeout",
  } as const;
  return { directory, logPath, workspacePath, recover: (input) => recoverSubagent({ ...base, ...input }) };
}

export function write(path: string, content: string | Json): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}

/** One answer as a status file lists it. The n-th answer of the run has the n-th timestamp. */
export function answer(agentId: string, answerLabel: string, n: number, workspacePath?: string): Json {
  return { agentId, answerLabel, timestamp: stamp(n), ...(workspacePath && { workspacePath }) };
}

export function stamp(n: number): string {
  return `20260102_1901${String(n).padStart(2, "0")}_000000`;
}

/** A status of two agents, beta registered before alpha, who have both answered. */
export function pairStatus(changes: Json = {}): Json {
  return {
    coordination: { phase: "enforcement", completion_percentage: 75 },
    costs: { total_input_tokens: 10, total_output_tokens: 2, total_estimated_cost: 0.5 },
    agents: { beta: { answer_count: 1 }, alpha: { answer_count: 1 } },
    historical_workspaces: [answer("alpha", "agent1.1", 1), answer("beta", "agent2.1", 2)],
    results: { votes: {}, winner: null },
    ...changes,
  };
}

/** The files of that pair. */
export function pairFiles(changes: Json = {}): Record<string, string | Json> {
  return {
    "log/full_logs/status.json": pairStatus(changes),
    [`log/full_logs/alpha/${stamp(1)}/answer.txt`]: "alpha's answer",
    [`log/full_logs/beta/${stamp(2)}/answer.txt`]: "beta's answer",
  };
}
