import type { OrchestratorStatus } from "@retinue/status-model";

// The status was written by the child: it decides neither how much is said nor how long it is.
const limits = { warnings: 20, characters: 500 } as const;

/**
 * What an engine's status says went wrong: agents that failed although there is an answer (without
 * one the error says it), and the warnings of our own engine (`warnings`, a list of strings).
 */
export function engineWarnings(status: OrchestratorStatus | undefined, isAnswered: boolean): string[] {
  const failures = [...(status?.agents ?? [])].flatMap(([id, { error }]) => {
    const message = messageOf(error);
    return message === undefined ? [] : [`agent ${id} failed: ${message}`];
  });
  const listed = status?.other["warnings"];
  const warnings = Array.isArray(listed) ? listed.filter((entry) => typeof entry === "string") : [];
  return [...(isAnswered ? failures : []), ...warnings].slice(0, limits.warnings).map(shortened);
}

/** `{type, message, timestamp}`, or a text. */
function messageOf(error: unknown): string | undefined {
  if (typeof error === "string" && error !== "") return error;
  if (typeof error !== "object" || error === null) return undefined;
  const { message } = error as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : undefined;
}

function shortened(text: string): string {
  return text.length <= limits.characters ? text : `${text.slice(0, limits.characters)}…`;
}
