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
  const changes = Object.values(parse(checklist).improvements).flat();
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

function parse(checklist: unknown): z.output<typeof checklistSchema> {
  const parsed = checklistSchema.safeParse(checklist);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`);
  throw new SubagentProfilesError("INVALID_CHECKLIST", `The checklist is not valid: ${problems.join("; ")}`, {
    remedy: 'Give {"improvements": {"E1": [{"plan": "...", "impact": "transformative"}]}}.',
    details: { problems },
    cause: parsed.error,
  });
}
