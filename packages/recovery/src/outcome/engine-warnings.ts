import { limitedName, type OrchestratorStatus } from "@retinue/status-model";

/**
 * What an engine's status says went wrong: agents that failed although there is an answer (without
 * one the error says it), and the warnings of our own engine (`warnings`, a list of strings).
 */
export function engineWarnings(status: OrchestratorStatus | undefined, isAnswered: boolean): string[] {
  const failures = [...(status?.agents ?? [])].flatMap(([id, { error }]) => {
    const message = messageOf(error);
    return message === undefined ? [] : [`agent ${limitedName(id)} failed: ${message}`];
  });
  const listed = status?.other["warnings"];
  const warnings = Array.isArray(listed) ? listed.filter((entry) => typeof entry === "string") : [];
  return [...(isAnswered ? failures : []), ...warnings];
}

/** `{type, message, timestamp}`, or a text. */
function messageOf(error: unknown): string | undefined {
  if (typeof error === "string" && error !== "") return error;
  if (typeof error !== "object" || error === null) return undefined;
  const { message } = error as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : undefined;
}
