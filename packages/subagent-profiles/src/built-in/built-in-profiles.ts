import type { SubagentProfile } from "../parse/subagent-profile.ts";
import { critic } from "./critic.ts";
import { evaluator } from "./evaluator.ts";
import { explorer } from "./explorer.ts";
import { novelty } from "./novelty.ts";
import { researcher } from "./researcher.ts";
import { roundEvaluator } from "./round-evaluator.ts";

/** The profiles that need no file. They name no skills: which are installed is the user's matter. */
export const builtInProfiles: readonly SubagentProfile[] = [
  explorer,
  researcher,
  evaluator,
  critic,
  roundEvaluator,
  novelty,
];
