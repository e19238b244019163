import type { SubagentResult } from "@retinue/status-model";
import type { Artifacts, Found } from "../artifacts/find-artifacts.ts";
import type { NextTasks } from "../artifacts/next-tasks.ts";
import type { Packet } from "../artifacts/packet.ts";
import type { Verdict } from "../artifacts/verdict.ts";

/** What stays the parent's to call, whatever was decided. */
export const parentTools = ["submit_checklist", "propose_improvements", "new_answer", "vote"] as const;

interface Evaluated {
  readonly round: number;
  /** What to tell the parent at the start of the round. */
  readonly instructions: string;
  readonly parent_tools: typeof parentTools;
  /** How the evaluator's run came back. */
  readonly result: SubagentResult;
  readonly verdict: Found<Verdict> | undefined;
  /** For a person: what could not be used, and why. */
  readonly warnings: readonly string[];
}

/** How a round goes on. */
export type RoundDecision =
  /** Nothing was started: it is round 1, or the stage is not switched on. */
  | { readonly path: "not_due"; readonly round: number; readonly reason: string }
  /** One thesis for the round. The orchestrator puts `next_tasks.value.tasks` into the parent's task plan. */
  | (Evaluated & {
      readonly path: "core";
      readonly next_tasks: Found<NextTasks>;
      readonly packet: Packet | undefined;
    })
  /** No valid tasks: the packet is the diagnosis on which the parent's checklist rests. */
  | (Evaluated & { readonly path: "degraded_fallback"; readonly packet: Packet })
  /** Nothing to go by: the parent's own checklist flow, for this set of answers alone. */
  | (Evaluated & {
      readonly path: "parent_checklist";
      readonly because: "timeout" | "error" | "no_packet";
      readonly packet: undefined;
    });

/** Which of the three ways what was found allows. */
export type Way =
  | Pick<Extract<RoundDecision, { path: "core" }>, "path" | "next_tasks" | "packet">
  | Pick<Extract<RoundDecision, { path: "degraded_fallback" }>, "path" | "packet">
  | Pick<Extract<RoundDecision, { path: "parent_checklist" }>, "path" | "because" | "packet">;

/**
 * Requirement "round evaluator loop": valid tasks are the core path, else the packet is the basis, else the
 * parent is on its own. A run that was cut off before its packet is never followed, whatever else it left.
 */
export function chooseWay({ status }: SubagentResult, { packet, verdict, nextTasks }: Artifacts): Way {
  const finished = status === "completed" || status === "completed_but_timeout";
  const converged = verdict?.value.verdict === "converged";
  if (nextTasks !== undefined && !converged && (packet !== undefined || finished)) {
    return { path: "core", next_tasks: nextTasks, packet };
  }
  if (packet !== undefined) return { path: "degraded_fallback", packet };
  const because = finished ? "no_packet" : status === "error" ? "error" : "timeout";
  return { path: "parent_checklist", because, packet: undefined };
}
