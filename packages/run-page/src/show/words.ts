import type { Budget, SimplifiedStatus, TokenUsage } from "@retinue/status-model";

/** `42 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const count = new Intl.NumberFormat("en");

export function number(value: number): string {
  return count.format(value);
}

/** `1 file`, `2 files`. */
export function counted(value: number, name: string): string {
  return `${number(value)} ${name}${value === 1 ? "" : "s"}`;
}

export function bytes(size: number): string {
  if (size < 1000) return `${size} bytes`;
  return size < 1e6 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1e6).toFixed(1)} MB`;
}

export function dollars(cost: number): string {
  return `$${cost === 0 || cost >= 0.1 ? cost.toFixed(2) : Number(cost.toPrecision(2)).toString()}`;
}

/** What is known of what a run used; empty when nothing is. */
export function usage({ input_tokens, output_tokens, estimated_cost }: TokenUsage = {}): string {
  const tokens = [
    input_tokens === undefined ? undefined : `${number(input_tokens)} in`,
    output_tokens === undefined ? undefined : `${number(output_tokens)} out`,
  ].filter((part) => part !== undefined);
  return [
    tokens.length === 0 ? undefined : `${tokens.join(", ")} tokens`,
    estimated_cost === undefined ? undefined : dollars(estimated_cost),
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** Tokens, and cost as part of a budget where there is one. */
export function usedOf({
  token_usage = {},
  budget,
}: Pick<SimplifiedStatus, "token_usage" | "budget">): string[] {
  const { estimated_cost, ...tokens } = token_usage;
  const isLimited = budget?.max_cost !== undefined;
  return [usage(isLimited || estimated_cost === undefined ? tokens : token_usage), spent(budget)].filter(
    (text) => text !== "",
  );
}

/** `$0.12 of $1.00`; empty without a budget. */
export function spent({ spent_cost, max_cost, spent_tokens, max_tokens }: Partial<Budget> = {}): string {
  const parts = [
    max_cost === undefined ? undefined : `${dollars(spent_cost ?? 0)} of ${dollars(max_cost)}`,
    max_tokens === undefined ? undefined : `${number(spent_tokens ?? 0)} of ${number(max_tokens)} tokens`,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

const statuses: Readonly<Record<string, string>> = {
  pending: "waiting",
  running: "running",
  completed: "completed",
  completed_but_timeout: "completed, cut off afterwards",
  partial: "partial: cut off",
  timeout: "no answer: cut off",
  cancelled: "cancelled",
  failed: "failed",
  error: "failed",
};

const agentStatuses: Readonly<Record<string, string>> = {
  streaming: "at work",
  waiting: "waits",
  answered: "has answered",
  voted: "has voted",
  completed: "is done",
  error: "failed",
  timeout: "was cut off",
};

/** What an agent does, as people say it; what is not known is shown as it is. */
export function agentWords(status: string): string {
  return Object.hasOwn(agentStatuses, status) ? (agentStatuses[status] ?? status) : status;
}

/** A status as people say it; one that is not known is shown as it is. */
export function statusWords(status: string): string {
  return Object.hasOwn(statuses, status) ? (statuses[status] ?? status) : status;
}

/** Which of five colours a status has. */
export function statusTone(status: string): "busy" | "good" | "half" | "bad" | "quiet" {
  if (status === "running") return "busy";
  if (status === "completed" || status === "completed_but_timeout") return "good";
  if (status === "partial") return "half";
  if (status === "pending" || status === "cancelled") return "quiet";
  return "bad";
}
