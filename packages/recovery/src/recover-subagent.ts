import { resolve } from "node:path";
import { endingSchema, idSchema } from "@retinue/engine-contract";
import type { SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import { defaultMaxAnswerBytes } from "./answer/read-answer.ts";
import { outcomeOf } from "./outcome/outcome-of.ts";
import { openSources } from "./locate/sources.ts";
import { readRunStatus } from "./read/read-run-status.ts";
import { RecoveryError } from "./recovery-error.ts";
import { requireArguments } from "./require-arguments.ts";

const path = z.string().min(1);

/** What is asked of `recoverSubagent`. */
export const recoverSubagentInputSchema = z.strictObject({
  subagentId: idSchema,
  logPath: path.describe("The subagent's log directory; it may be gone").nullish(),
  workspacePath: path.describe("The runtime workspace; it may be gone"),
  executionTimeSeconds: z.number().min(0),
  ending: endingSchema,
  error: z.string().describe("How it ended, with the last lines of output when it failed").nullish(),
  warning: z.string().describe("Put in front of recovery's own warnings").nullish(),
  roots: z
    .array(path)
    .describe("Further directories below which a status file's workspacePath may be followed")
    .optional(),
  maxAnswerBytes: z
    .number()
    .int()
    .positive()
    .describe(`A longer answer is cut, with a warning; ${defaultMaxAnswerBytes} when left out`)
    .optional(),
  whenUnreadable: z
    .enum(["warn", "throw"])
    .describe("What to do when something could not be looked at, though it may be there; default: warn")
    .optional(),
});
export type RecoverSubagentInput = z.input<typeof recoverSubagentInputSchema>;

/**
 * Brings back what a run that has ended leaves behind: its best answer, cost and progress. The one
 * recovery for all endings. Only reads, and only beneath the directories that the caller names.
 *
 * @throws RecoveryError INVALID_INPUT; UNREADABLE where that is asked for. Never for what a run left behind, however
 * damaged.
 */
export async function recoverSubagent(input: RecoverSubagentInput): Promise<SubagentResult> {
  const asked = requireArguments("recoverSubagent", recoverSubagentInputSchema, input);
  const sources = openSources(asked);
  try {
    const run = await readRunStatus(sources);
    const { ending, executionTimeSeconds, maxAnswerBytes = defaultMaxAnswerBytes } = asked;
    const error = asked.error ?? undefined;
    const frame = {
      subagentId: asked.subagentId,
      workspace: resolve(asked.workspacePath),
      logPath: asked.logPath ? resolve(asked.logPath) : undefined,
      warning: asked.warning ?? undefined,
    };
    const evidence = { ending, error, executionTimeSeconds, run, sources, maxAnswerBytes };
    const { result, unreadable } = outcomeOf(evidence, frame);
    const [first] = unreadable;
    if (first === undefined || asked.whenUnreadable !== "throw") return result;
    throw new RecoveryError("UNREADABLE", `What subagent ${asked.subagentId} left cannot be read: ${first}`, {
      remedy: "Try again in a moment.",
    });
  } finally {
    sources.close();
  }
}
