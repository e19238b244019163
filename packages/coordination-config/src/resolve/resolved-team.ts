import type { ParentAgent, TeamAgent } from "../schema/team-agent.ts";
import type { TeamRule } from "./team-rule.ts";

type Backend = Readonly<Record<string, unknown>>;

/** How much of a member's backend goes to the child. */
export type BackendOrigin =
  /** Written for children: everything, and what is left out comes from `fallback`. */
  | "explicit"
  /** Copied from the spawning agent: everything but what is the parent's alone. */
  | "inherited"
  /** Taken from the parent's agents for want of anything else: a list of settings. */
  | "reduced"
  /** The agents are the team, as they are written. */
  | "as-written";

/** An agent of a team, before its child's configuration is made. */
export interface TeamMember {
  readonly id: string | undefined;
  readonly backend: Backend;
  /** Where settings come from that `backend` leaves out. */
  readonly fallback: Backend;
  readonly origin: BackendOrigin;
  readonly system_message?: string | undefined;
}

/** A team, and why it is this one. */
export interface ResolvedTeam {
  readonly rule: TeamRule;
  /** Number of the rule in the document's effective order, 1 to 6. */
  readonly step: number;
  /** The rule in words. */
  readonly explanation: string;
  readonly members: readonly TeamMember[];
}

/** A member as its configuration has it, for a child. */
export function explicitMember(agent: TeamAgent, fallback: Backend): TeamMember {
  const { id, backend, system_message } = agent;
  return { id, backend: backend ?? {}, fallback, origin: "explicit", system_message };
}

/** A member made of one of the parent's own agents. The parent's role stays behind unless it is as written. */
export function parentMember(
  { id, backend, system_message }: ParentAgent,
  fallback: Backend,
  origin: Exclude<BackendOrigin, "explicit">,
): TeamMember {
  const role = origin === "as-written" ? (system_message ?? undefined) : undefined;
  return { id, backend, fallback, origin, system_message: role };
}
