import { quoted } from "@retinue/contained-fs";
import type { SubagentResult } from "@retinue/status-model";
import {
  activeProfiles,
  discoverProfiles,
  findProfile,
  suggestNovelty,
  type ActiveProfiles,
} from "@retinue/subagent-profiles";
import type { NextTasks } from "../artifacts/next-tasks.ts";
import { evidenceGaps } from "../artifacts/packet.ts";
import type { Way } from "../decide/round-decision.ts";
import { thesisText } from "./thesis-text.ts";

/** What the parent is told at the start of its round. `types`: those that it can delegate to. */
export function instructions(
  way: Way,
  { subagent_id, error }: SubagentResult,
  types: readonly string[],
): string {
  const active = activeProfiles(discoverProfiles([]), types);
  const heading = `# Evaluation of the last round (${subagent_id})`;
  const owned = "submit_checklist, propose_improvements, new_answer and vote remain yours to call.";
  switch (way.path) {
    case "core":
      return [
        heading,
        coreText(way),
        ...suggested(active, way.next_tasks.value),
        `${owned} Do not start another round_evaluator.`,
      ].join("\n\n");
    case "degraded_fallback":
      return [
        heading,
        fallbackText(way.packet.path),
        ...noveltyText(active),
        owned,
        `<packet>\n${quoted(way.packet.text.trim())}\n</packet>`,
      ].join("\n\n");
    case "parent_checklist":
      return [heading, ownFlowText(way.because, error), ...noveltyText(active), owned].join("\n\n");
  }
}

function coreText({ next_tasks, packet }: Extract<Way, { path: "core" }>): string {
  const gaps = evidenceGaps(packet);
  const checks =
    gaps === undefined
      ? "The evaluation names no evidence gaps: make no further checks beside those of the tasks."
      : `Further checks are for these evidence gaps and for nothing else:\n\n${gaps}`;
  const plan = packet?.sections.verification_plan;
  return [
    "All answers were evaluated together, and one thesis was committed to for this round. Its tasks are in your task plan.",
    thesisText(next_tasks.value),
    `## What to do

1. Call get_task_plan. Do the tasks in it: what is incorrect first, then the rest in the order of depends_on, as implementation_guidance says.
2. Implement them in the product itself.
3. Verify each by its verification and success_criteria, then that what was to be preserved is still there and that earlier repairs still hold.${plan === undefined ? "" : " Run the verification plan below."}
4. Submit the result with new_answer.

The evaluation has been made: do not evaluate your work as a whole a second time and write no second diagnosis. ${checks}`,
    ...(plan === undefined ? [] : [`## Verification plan\n\n${plan}`]),
    `Files: ${[next_tasks.path, packet?.path].filter(Boolean).join(", ")}`,
  ].join("\n\n");
}

function fallbackText(path: string): string {
  return `The evaluation left no valid plan of tasks, but this packet. It is the diagnosis on which submit_checklist rests: pass ${path} as its report, and take your improvements from it. Do not evaluate your work as a whole a second time and write no second diagnosis; check further only what the packet lists under evidence_gaps.`;
}

const reasons = {
  timeout: "was cut off before it had written its packet",
  error: "failed before it had written its packet",
  no_packet: "ended without a packet",
} as const;

function ownFlowText(because: keyof typeof reasons, error: string | null): string {
  const said = error === null ? "" : ` (${error.trim().split("\n")[0]})`;
  return `The evaluator ${reasons[because]}${said}. For this set of answers go your own way: evaluate the work yourself and use submit_checklist as usual. Do not wait for files of the evaluator. The next set of answers will be evaluated again.`;
}

/** The planned changes are known: the checklist's own rule is for them. */
function suggested(active: ActiveProfiles, { tasks }: NextTasks): string[] {
  const changes = tasks.map(({ strategy_role, metadata }) => {
    const isTransformative = strategy_role === "thesis_shift" || metadata?.impact === "transformative";
    return { impact: isTransformative ? ("transformative" as const) : ("incremental" as const) };
  });
  return [suggestNovelty(active, { improvements: { next_tasks: changes } })].filter(
    (text) => text !== undefined,
  );
}

/** They are still to be planned. */
function noveltyText(active: ActiveProfiles): string[] {
  if (findProfile(active, "novelty") === undefined) return [];
  return [
    "If the changes you plan hold none that is transformative, spawn a subagent of type novelty in the background first.",
  ];
}
