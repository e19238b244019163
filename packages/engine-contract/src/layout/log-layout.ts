/** Names inside a run's documents on disk. Joining them to paths is the reader's. */
export const logLayout = {
  /** In the log directory of a subagent. */
  fullLogs: "full_logs",
  liveLogs: "live_logs",
  workspace: "workspace",
  runRecord: "run.json",
  supervisor: "supervisor",
  conversation: "conversation.jsonl",
  olderConversation: "conversation.json",
  /** In `full_logs`. */
  status: "status.json",
  final: "final",
  events: "events.jsonl",
  snapshotMappings: "snapshot_mappings.json",
  /** What agents said as far as they came, a file for each round; the dot tells it from an agent's directory. */
  drafts: ".drafts",
  /** What became of messages to the team: a line for each agent that one is for. */
  messageReceipts: "message_receipts.jsonl",
  /** In a snapshot directory. */
  answer: "answer.txt",
  vote: "vote.json",
  /** In the runtime workspace. */
  massgen: ".massgen",
  massgenLogs: "massgen_logs",
  /** In `.massgen`: messages to the running team. */
  runtimeInbox: "runtime_inbox",
  sessionId: ".session_id",
  sessions: "sessions",
} as const;

/** Files that an agent's workspace may hold its answer in, in the order in which they are tried. */
export const answerFileNames = ["answer.md", "answer.txt", "response.md", "response.txt"] as const;

/** Directories beside the agents' snapshots that belong to no agent. */
const reservedNames = new Set([
  "final",
  "agent_outputs",
  "workspace",
  "workspaces",
  "snapshots",
  "logs",
  "subagents",
]);

/** Whether a directory in `full_logs` may be an agent's. */
export function mayBeAgentDirectory(name: string): boolean {
  return !reservedNames.has(name) && !name.startsWith(".");
}

/** The name of a round's draft in `.drafts`. */
export function draftName(agentId: string, round: number): string {
  return `${agentId}_${round}.md`;
}

/** Whose draft a file in `.drafts` is, and of which of its rounds, from 0; undefined for other names. */
export function draftNamed(name: string): { readonly agentId: string; readonly round: number } | undefined {
  const [, agentId, round] = /^(.+)_(\d{1,6})\.md$/.exec(name) ?? [];
  return agentId === undefined ? undefined : { agentId, round: Number(round) };
}

const snapshotPattern = /^\d{8}_\d{6}(?:_\d{1,6})?$/;

/** Whether a name is a snapshot's: `20260102_190131_938811`. */
export function isSnapshotName(name: string): boolean {
  return snapshotPattern.test(name);
}

/** `20260102_190131_938811`, local time, as MassGen names snapshots and logs. */
export function timestampName(date: Date, microseconds = 0): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  const time = `${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
  const fraction = String(date.getMilliseconds() * 1000 + microseconds).padStart(6, "0");
  return `${day}_${time}_${fraction}`;
}

export type AttemptLevel = "log" | "turn" | "attempt";

const levelPatterns: Record<AttemptLevel, RegExp> = {
  log: /^log_\d{8}_\d{6}(?:_\d{1,6})?$/,
  turn: /^turn_(\d+)$/,
  attempt: /^attempt_(\d+)$/,
};

/**
 * The names of one level of `log_<timestamp>/turn_<n>/attempt_<n>`, newest first: where several
 * exist, the newest counts.
 */
export function newestFirst(level: AttemptLevel, names: readonly string[]): string[] {
  const pattern = levelPatterns[level];
  return names
    .filter((name) => pattern.test(name))
    .toSorted((a, b) =>
      level === "log" ? compare(b, a) : Number(pattern.exec(b)?.[1]) - Number(pattern.exec(a)?.[1]),
    );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
