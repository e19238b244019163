import { dirname, join } from "node:path";
import { agent, snapshot } from "./lay-out.ts";
import type { Scene } from "./trick.ts";

/** A place that the host names. */
export interface Target {
  readonly name: string;
  /** In the log directory: not there for a child in a container. */
  readonly inLogs: boolean;
  /** A file there is read, written or renamed by the host itself, as against found by listing. */
  readonly central: boolean;
  /** The host's own record of the run. */
  readonly isRecord: boolean;
  at(scene: Scene): string;
}

export const sessionId = "session_hostile";
const massgenLog = ".massgen/massgen_logs/log_20990101_000000";

const centralInWorkspace = [
  "answer.txt",
  "CONTEXT.md",
  "notes/one.txt",
  ".massgen",
  ".massgen/.session_id",
  ".massgen/massgen_logs",
  massgenLog,
];
const inWorkspace = [
  "notes",
  "prompt.md",
  "answer.md",
  "answer_run_1.txt",
  ".massgen/sessions",
  `.massgen/sessions/${sessionId}`,
  `.massgen/sessions/${sessionId}/turn_1`,
  `.massgen/sessions/${sessionId}/turn_1/answer.txt`,
  ".massgen/massgen_logs_run_1",
  `${massgenLog}/turn_1`,
  `${massgenLog}/turn_1/attempt_1`,
];
const centralInLogs = ["full_logs", "live_logs", "run.json", "conversation.jsonl"];
const inLogs = ["workspace", "earlier", "earlier/run_1", "live_logs/log_20990101_000000", "policy.json"];
const ofSupervisor = ["stdout.log", "stderr.log", "exit_code", "ended.json", "stopped", "cancel", "seen"];
const ofSupervisorAtWork = ["claim", "process", "watchdog", "sleeper", "plan.json", "supervisor.log"];
const centralInAttempt = ["status.json", `${agent}/${snapshot}/answer.txt`];
const inAttempt = [
  agent,
  `${agent}/${snapshot}`,
  `${agent}/${snapshot}/vote.json`,
  "final",
  `final/${agent}/answer.txt`,
  "events.jsonl",
  "snapshot_mappings.json",
];

const supervisorRun = "supervisor/run_1";
const records = new Set(["run.json", "conversation.jsonl"]);

function targetsIn(
  root: "workspace" | "logs" | "attempt",
  names: readonly string[],
  central: boolean,
  directory: (scene: Scene) => string,
): Target[] {
  return names.map((name) => ({
    name: `${root}:${name}`,
    inLogs: root === "logs",
    central,
    isRecord: root === "logs" && (records.has(name) || name.startsWith("supervisor")),
    at: (scene) => join(directory(scene), name),
  }));
}

const workspace = ({ place }: Scene) => place.workspace;
const logs = ({ place }: Scene) => place.logPath ?? join(place.workspace, "no-logs");
const attempt = (scene: Scene) => scene.attempt;

/** Every place that a child can reach and its host ever names. */
export const targets: readonly Target[] = [
  ...targetsIn("workspace", centralInWorkspace, true, workspace),
  ...targetsIn("workspace", inWorkspace, false, workspace),
  {
    name: "workspace:subagent_config",
    inLogs: false,
    central: false,
    isRecord: false,
    at: ({ place, order }) => join(place.workspace, `subagent_config_${order.subagentId}.yaml`),
  },
  ...targetsIn("logs", centralInLogs, true, logs),
  ...targetsIn("logs", inLogs, false, logs),
  ...targetsIn("logs", [supervisorRun], false, logs),
  ...targetsIn(
    "logs",
    [...ofSupervisor, ...ofSupervisorAtWork].map((name) => `${supervisorRun}/${name}`),
    false,
    logs,
  ),
  ...targetsIn("attempt", centralInAttempt, true, attempt),
  ...targetsIn("attempt", inAttempt, false, attempt),
  ...targetsIn("attempt", ["."], false, (scene) => dirname(scene.attempt)).map((target) => ({
    ...target,
    name: "attempt:turn",
  })),
];
