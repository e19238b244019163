import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Ending } from "@retinue/engine-contract";
import type { SubagentResult } from "@retinue/status-model";
import { temporaryDirectory } from "@retinue/testkit";

const recorded = join(import.meta.dirname, "fixtures/massgen-logs");

/** What `expected.json` of a recorded run says. */
export interface ExpectedRun extends Pick<SubagentResult, "status" | "success" | "answer" | "token_usage"> {
  readonly subagent_id: string;
  readonly ended: "exited 0" | "timeout" | "cancelled" | "killed (SIGKILL)";
  readonly completion_percentage?: number;
  readonly agents_in_registration_order?: readonly string[];
}

export const endings: Readonly<Record<ExpectedRun["ended"], Ending>> = {
  "exited 0": "completed",
  timeout: "timeout",
  cancelled: "cancelled",
  "killed (SIGKILL)": "error",
};

export const runNames = readdirSync(recorded, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export const situations = ["as it lies here", "without full_logs", "without the runtime workspace"] as const;

/** A recorded run in a directory of its own, which a test may damage. */
export interface RunCopy {
  readonly directory: string;
  readonly logPath: string;
  readonly workspacePath: string;
  readonly expected: ExpectedRun;
  readonly ending: Ending;
}

export function copyRun(name: string, situation: (typeof situations)[number] = situations[0]): RunCopy {
  const directory = temporaryDirectory();
  cpSync(join(recorded, name), directory, { recursive: true });
  const logPath = join(directory, "log/subagents/review");
  const workspacePath = join(directory, "workspace-of-parent/subagents/review/workspace");
  if (situation === "without full_logs") rmSync(join(logPath, "full_logs"), { recursive: true, force: true });
  if (situation === "without the runtime workspace") {
    rmSync(join(directory, "workspace-of-parent"), { recursive: true });
  }
  const expected = JSON.parse(readFileSync(join(directory, "expected.json"), "utf8")) as ExpectedRun;
  return { directory, logPath, workspacePath, expected, ending: endings[expected.ended] };
}
