import { ContainedFsError, withRoot } from "@retinue/contained-fs";
import { defineTool, type SubagentTool, type ToolCall } from "@retinue/mcp-server";
import { candidateText, evaluateRound, type RoundDecision, type RoundInput } from "@retinue/round-evaluator";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { SubagentServerError } from "../subagent-server-error.ts";

const operation = "evaluate_round";

const words = z.string().refine((text) => text.trim() !== "", "must hold text");

const input = z.strictObject({
  task: words.describe("The original task, word for word"),
  candidates: z
    .array(
      z.strictObject({
        directory: z
          .string()
          .refine(isAbsolute, "must be an absolute path")
          .describe("Absolute path of its files; answer.md or answer.txt in it is the answer's text"),
        label: words.optional().describe("What to call it; default: its place, answer1 being the first"),
      }),
    )
    .min(1)
    .max(100)
    .describe("The answers of the round that has ended"),
  criteria: z.array(words).default([]).describe("What an answer is judged by; they become E1, E2, …"),
  round: z.number().int().min(2).default(2).describe("The round that is about to begin"),
  timeout_seconds: z.number().positive().optional().describe("Clamped to the configured bounds"),
});

const output = z.looseObject({
  success: z.boolean().describe("There is a plan or a packet to go by"),
  operation: z.literal(operation),
  path: z
    .enum(["core", "degraded_fallback", "parent_checklist", "not_due"])
    .describe(
      "core: follow next_tasks; degraded_fallback: follow the packet; parent_checklist: judge yourself",
    )
    .optional(),
  instructions: z.string().describe("What to do in the round").optional(),
  next_tasks: z.unknown().describe("The plan: one thesis, and its tasks").optional(),
  verdict: z.unknown().optional(),
  files: z.array(z.string()).describe("Paths of what the evaluator wrote").optional(),
  evaluator: z.unknown().describe("How the evaluator's run came back, without its answer").optional(),
});

/** The evaluator's stage for parents that are not MassGen. `configuration` is asked for at each call. */
export function evaluateRoundTool(configuration: () => Promise<unknown>): SubagentTool {
  return defineTool({
    name: operation,
    title: "Evaluate a round",
    description: [
      "Between two rounds of work on one task: an evaluator team compares all answers of the last round and says what the next is to do.",
      "Give every answer's directory. Blocks until the evaluator has ended; then follow `instructions`.",
    ].join(" "),
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    async run({ task, candidates, criteria, round, timeout_seconds: timeoutSeconds }, call) {
      const decision = await evaluateRound(
        {
          round,
          task,
          answers: candidates.map(answerOf),
          criteria: criteria.map((text, index) => ({ id: `E${index + 1}`, text })),
          ...(timeoutSeconds !== undefined && { timeoutSeconds }),
        },
        { configuration: await configuration(), spawn: (...args) => runEvaluator(call, ...args) },
      );
      return { reply: replyOf(decision), results: "result" in decision ? [decision.result] : [] };
    },
  });
}

async function runEvaluator(
  { manager, hold, trace, wait }: ToolCall,
  ...[task, options]: Parameters<SpawnEvaluator>
): ReturnType<SpawnEvaluator> {
  hold.add([task.subagent_id]);
  const [result] = await wait([await manager.spawn(task, { ...options, trace })]);
  if (result === undefined) throw new Error("the evaluator came back without a result");
  return result;
}
type SpawnEvaluator = Parameters<typeof evaluateRound>[1]["spawn"];

/** @throws SubagentServerError INVALID_FILE. */
function answerOf(
  { directory, label }: { directory: string; label?: string | undefined },
  index: number,
): RoundInput["answers"][number] {
  try {
    const text = withRoot(directory, (root) => candidateText(root, ""));
    return { label: label ?? `answer${index + 1}`, text, path: directory };
  } catch (cause) {
    if (!(cause instanceof ContainedFsError)) throw cause;
    throw new SubagentServerError("INVALID_FILE", `${directory} cannot be read: ${cause.message}`, {
      remedy: "Name the directory of each candidate's files.",
      details: { directory },
      cause,
    });
  }
}

function replyOf(decision: RoundDecision): Record<string, unknown> {
  const { path, round } = decision;
  if (path === "not_due") return { success: true, operation, path, round, reason: decision.reason };
  const { instructions, result, verdict, warnings } = decision;
  const tasks = path === "core" ? decision.next_tasks : undefined;
  const { answer: _answer, ...evaluator } = result;
  return {
    success: path !== "parent_checklist",
    operation,
    path,
    round,
    instructions,
    ...(tasks !== undefined && { next_tasks: tasks.value }),
    ...(verdict !== undefined && { verdict: verdict.value }),
    files: [decision.packet?.path, verdict?.path, tasks?.path].filter((each) => each !== undefined),
    ...(warnings.length > 0 && { warnings }),
    evaluator,
  };
}
