import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import type { CallerTrace, SpawnedSubagent, SubagentManager } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import type { z } from "zod";
import type { Hold } from "../deliver/undelivered.ts";
import type { ReplyBudget } from "../reply/reply-budget.ts";
import type { FollowedRun } from "../wait/report-progress.ts";

/** What a tool is given besides its arguments. */
export interface ToolCall {
  readonly manager: SubagentManager;
  /** What the reply may have. */
  readonly budget: ReplyBudget;
  /** What the call has in hand. */
  readonly hold: Pick<Hold, "add" | "isHeldElsewhere">;
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** The client's place in a trace, where it has one: what the call starts belongs there. */
  readonly trace: CallerTrace | undefined;
  /**
   * Waits for the runs, telling the client how they go, and no longer than the client waits.
   *
   * @param ifGivenUp What becomes of the runs when the client cancels the call. Default: they go on.
   * @throws WaitGivenUp when the client gave up.
   */
  wait(spawned: readonly SpawnedSubagent[], ifGivenUp?: "cancel"): Promise<readonly SubagentResult[]>;
  /** Tells the client how the runs go, until the function that it returns is called. */
  report(runs: readonly FollowedRun[]): () => void;
}

/** What a tool says: the reply, and the results that are in it. */
export interface ToolOutcome {
  readonly reply: Record<string, unknown>;
  readonly results: readonly SubagentResult[];
  /** Subagents whose results are to go before others' with this reply, if nobody has had them. */
  readonly first?: readonly string[];
}

/** One tool. Its arguments are checked before `run` sees them. */
export interface SubagentTool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Most characters of a reply of this tool, where the budget allows more. */
  readonly characters?: number;
  run(input: z.output<Input>, call: ToolCall): Promise<ToolOutcome>;
  /** What a call that waited for runs replies, from what they came back with. With it, such calls may be tasks. */
  readonly replyOf?: (results: readonly SubagentResult[]) => Record<string, unknown>;
}

/** Declares a tool with its argument types inferred. */
export function defineTool<Input extends z.ZodObject>(tool: SubagentTool<Input>): SubagentTool {
  return tool as unknown as SubagentTool;
}

/** Thrown inside a call that became a task: its reply names the task. */
export class BecameTask extends Error {
  override readonly name = "BecameTask";
  readonly reply: CallToolResult;

  constructor(reply: CallToolResult) {
    super("the call became a task");
    this.reply = reply;
  }
}

/** Thrown inside a call whose client no longer waits. No reply is sent. */
export class WaitGivenUp extends Error {
  override readonly name = "WaitGivenUp";
}
