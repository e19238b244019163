import { z } from "zod";

const nonNegative = z.number().min(0);

/** Phases of a team's coordination, in order. */
export const phaseSchema = z
  .enum(["initial_answer", "enforcement", "presentation"])
  .describe("initial_answer: agents answer; enforcement: they vote; presentation: the winner presents");
export type Phase = z.infer<typeof phaseSchema>;

/** `meta` of status.json: when and where the run takes place. */
export const metaShape = {
  elapsed_seconds: nonNegative.describe("Seconds since the engine started"),
  start_time: nonNegative.describe("Unix time in seconds"),
  last_updated: nonNegative.describe("Unix time in seconds"),
  session_id: z.string(),
  log_dir: z.string(),
  question: z.string().describe("The task as the engine was given it"),
} as const;

/** `costs` of status.json: totals over all agents. */
export const costsShape = {
  total_input_tokens: nonNegative,
  total_output_tokens: nonNegative,
  total_estimated_cost: nonNegative.describe("US dollars; a model without a known price adds nothing"),
} as const;

/** `coordination` of status.json: how far the team is. */
export const coordinationShape = {
  phase: phaseSchema,
  active_agent: z.string().nullable(),
  completion_percentage: nonNegative.max(100),
  is_final_presentation: z.boolean(),
} as const;

/** One entry of `agents` in status.json. */
export const agentShape = {
  status: z.string(),
  answer_count: nonNegative,
  latest_answer_label: z.string().nullable(),
  vote_cast: z.unknown(),
  error: z.unknown(),
} as const;

/** One entry of `historical_workspaces`: an answer and the workspace it was given from. */
export const historicalWorkspaceShape = {
  answerId: z.string(),
  agentId: z.string(),
  answerNumber: z.number(),
  answerLabel: z.string().describe("The name by which votes refer to this answer: agent2.1"),
  timestamp: z.string().describe("Name of the snapshot directory: 20260102_190131_938811"),
  workspacePath: z.string().describe("Written by the child: never followed outside the allowed roots"),
} as const;

/** `results` of status.json, without `votes`, which is read label by label. */
export const resultsShape = {
  winner: z.string().nullable(),
  final_answer_preview: z.string().nullable(),
} as const;

/** Fields whose value is missing or of a wrong type are absent; unknown fields are kept. */
export type Lenient<Shape extends Record<string, z.ZodType>> = {
  readonly [Key in keyof Shape]?: z.infer<Shape[Key]>;
} & { readonly [key: string]: unknown };

export type StatusMeta = Lenient<typeof metaShape>;
export type StatusCosts = Lenient<typeof costsShape>;
export type StatusCoordination = Lenient<typeof coordinationShape>;
export type AgentStatus = Lenient<typeof agentShape>;
export type HistoricalWorkspace = Lenient<typeof historicalWorkspaceShape>;

/** A part of a status file that could not be used, and why. */
export interface StatusProblem {
  /** Where, as a path from the top: `results.votes`, `agents.alpha.answer_count`. */
  readonly path: string;
  readonly message: string;
}

/**
 * What is usable of a status.json. A damaged section is absent or empty and named in `problems`;
 * it never takes another section down.
 */
export interface OrchestratorStatus {
  readonly meta: StatusMeta;
  /** Absent when there is no usable `costs` section, as against one whose totals are zero. */
  readonly costs: StatusCosts | undefined;
  readonly coordination: StatusCoordination;
  /** In order of registration, also for ids that look like integers; at most 100. */
  readonly agents: ReadonlyMap<string, AgentStatus>;
  /** In order of time; the newest 5,000. */
  readonly historical_workspaces: readonly HistoricalWorkspace[];
  readonly results: Lenient<typeof resultsShape> & { readonly votes: ReadonlyMap<string, number> };
  readonly is_complete: boolean | undefined;
  readonly finish_reason: string | undefined;
  /** Top-level sections that this package does not know (`rounds`, `tools`, …), as they are; at most 100. */
  readonly other: Readonly<Record<string, unknown>>;
  /** At most 100, and then how many more. */
  readonly problems: readonly StatusProblem[];
}
