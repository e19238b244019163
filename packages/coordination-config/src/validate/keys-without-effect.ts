import { foundText, type UnplacedProblem } from "./config-problem.ts";
import { valueAt } from "./value-at.ts";

interface Idle {
  readonly key: readonly string[];
  /** Which of its values say something that nothing here obeys. */
  readonly when: (value: unknown) => boolean;
  readonly rule: string;
  readonly remedy: string;
}

const idle: readonly Idle[] = [
  {
    key: ["enable_subagents"],
    when: (value) => value === false,
    rule: "has no effect: who has the subagent server may spawn",
    remedy: "Take the server out of the client's configuration where no subagents are wanted.",
  },
  {
    key: ["background_subagents"],
    when: (value) => value !== undefined,
    rule: "has no effect on the subagent server: it is for a MassGen parent, which brings in results by itself",
    remedy: "Leave it to MassGen: the server names what has finished in its next reply, whatever this says.",
  },
  {
    key: ["enable_execution_trace_analyzer"],
    when: (value) => value === true,
    rule: "has no effect: no analyzer of traces is launched here",
    remedy: "Remove it, or spawn a subagent with the trace as its context.",
  },
  {
    key: ["subagent_orchestrator", "enabled"],
    when: (value) => value === false,
    rule: "has no effect on the other keys of subagent_orchestrator, which hold all the same",
    remedy: "Remove the keys that are not to hold.",
  },
];

/** Keys that are right and that nothing obeys: what they say would be missed in silence. */
export function keysWithoutEffect(document: unknown): UnplacedProblem[] {
  return idle.flatMap(({ key, when, rule, remedy }) => {
    const at = ["orchestrator", "coordination", ...key];
    const value = valueAt(document, at);
    return when(value) ? [{ at, found: foundText(value), rule, remedy }] : [];
  });
}
