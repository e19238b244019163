import type { TeamState } from "./prepare/team-state.ts";
import type { Presented } from "./present/present-answer.ts";

interface OutcomeBase {
  readonly sessionId: string;
  /** `…/log_<timestamp>/turn_1/attempt_1`. */
  readonly attemptDirectory: string;
  /** Why agents failed, by agent id, in order of registration. */
  readonly failures: readonly { readonly agentId: string; readonly message: string }[];
}

/** From outside: it was interrupted, or its budget was spent. */
export type CutOff = "interrupted" | "overspent";

/** How a run ended. */
export type TeamOutcome =
  | (OutcomeBase & {
      readonly kind: "answered";
      readonly answer: string;
      readonly agentId: string;
      readonly how: Presented["how"];
    })
  | (OutcomeBase & { readonly kind: "failed" | CutOff; readonly reason: string });

/** The outcome of a run that presented an answer. */
export function answeredOutcome(team: TeamState, agentId: string, { text, how }: Presented): TeamOutcome {
  return { ...base(team), kind: "answered", answer: text, agentId, how };
}

/** The outcome of a run without one: it was cut off, or no agent answered. */
export function unansweredOutcome(team: TeamState, cutOff: CutOff | undefined) {
  const outcome = base(team);
  const answered = team.agents.filter(({ answers }) => answers.length > 0).length;
  const cut = cutOff === "overspent" ? "its budget was spent" : "interrupted";
  const reason = cutOff
    ? `${cut} in phase ${team.phase}, with answers of ${answered} of ${team.agents.length} agents`
    : `no agent answered: ${outcome.failures.map(({ agentId, message }) => `${agentId}: ${message}`).join("; ")}`;
  return { ...outcome, kind: cutOff ?? ("failed" as const), reason };
}

function base({ sessionId, attemptDirectory, agents }: TeamState): OutcomeBase {
  const failures = agents.flatMap(({ id, failure }) =>
    failure === undefined ? [] : [{ agentId: id, message: failure.message }],
  );
  return { sessionId, attemptDirectory, failures };
}
