import { parseOrThrow } from "@retinue/errors";
import { z } from "zod";
import { findProfile, type ActiveProfiles } from "../activate/active-profiles.ts";
import { SubagentProfilesError } from "../subagent-profiles-error.ts";

/** How far a planned change goes. */
const impactSchema = z.enum(["transformative", "structural", "incremental"]);

/** A checklist's planned changes, by criterion; a change that says no impact is incremental. */
const checklistSchema = z.looseObject({
  improvements: z.record(
    z.string(),
    z.array(z.union([z.string(), z.looseObject({ impact: impactSchema.default("incremental") })])),
  ),
});
export type Checklist = z.input<typeof checklistSchema>;

/**
 * What to tell a parent whose checklist plans no transformative change: to spawn a novelty subagent.
 * Undefined when novelty is not active, or when there is such a change.
 *
 * @throws SubagentProfilesError INVALID_CHECKLIST naming every problem.
 */
export function suggestNovelty(active: ActiveProfiles, checklist: Checklist): string | undefined {
  const novelty = findProfile(active, "novelty");
  if (novelty === undefined) return undefined;
  const changes = Object.values(parseOrThrow(checklistSchema, checklist, invalid).improvements).flat();
  const transformative = changes.filter(
    (change) => typeof change === "object" && change.impact === "transformative",
  );
  if (transformative.length > 0) return undefined;
  return [
    `None of the ${changes.length} planned changes is transformative: the work is being polished, not moved on.`,
    `Consider a subagent of type ${novelty.name}, in the background, before the next round.`,
    `Give it ${novelty.expected_input.join("; ")}.`,
  ].join(" ");
}

function invalid(problems: readonly string[], cause: unknown): SubagentProfilesError {
  const message = `The checklist is not valid: ${problems.join("; ")}`;
  const remedy = 'Give {"improvements": {"E1": [{"plan": "...", "impact": "transformative"}]}}.';
  return new SubagentProfilesError("INVALID_CHECKLIST", message, { remedy, details: { problems }, cause });
}
