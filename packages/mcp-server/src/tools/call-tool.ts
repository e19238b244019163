import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallerTrace, SpawnedSubagent, SubagentManager } from "@retinue/runtime";
import { holdOn, type Hold } from "../deliver/undelivered.ts";
import { withFinished } from "../deliver/with-finished.ts";
import { parseArguments } from "../refuse/parse-arguments.ts";
import { refusalOf } from "../refuse/refusal.ts";
import type { ReplyBudget } from "../reply/reply-budget.ts";
import { toolResult } from "../reply/tool-result.ts";
import type { SaidWarnings } from "../reply/said-warnings.ts";
import { reportProgress, type FollowedRun, type Progress } from "../wait/report-progress.ts";
import { waitForResults } from "../wait/wait-for-results.ts";
import {
  BecameTask,
  WaitGivenUp,
  type SubagentTool,
  type ToolCall,
  type ToolOutcome,
} from "./subagent-tool.ts";

/** What a call needs of its connection. */
export interface CallContext {
  readonly manager: () => Promise<SubagentManager>;
  readonly budget: ReplyBudget;
  /** What was said on this connection; absent where a warning is said each time. */
  readonly warnings?: SaidWarnings | undefined;
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** See ToolCall. */
  readonly trace?: CallerTrace | undefined;
  /** Absent when the client asked for no progress. Must not throw. */
  readonly progress?: ((progress: Progress) => void) | undefined;
  readonly heartbeatSeconds: number;
  /** Makes a task of the runs that a call would wait for; absent for a client that does not declare tasks. */
  readonly asTask?:
    | ((manager: SubagentManager, tool: string, runs: readonly SpawnedSubagent[]) => CallToolResult)
    | undefined;
  /** Calls back with whether the reply was handed to the transport. */
  onReply(callback: (sent: boolean) => void): void;
  /** Told of faults that the client cannot be told of. Must not throw. */
  onFault(error: unknown): void;
}

/** Runs one tool. A refused call is a result with `isError`; a child that failed is not an error. */
export async function callTool(
  tool: SubagentTool,
  args: unknown,
  context: CallContext,
): Promise<CallToolResult> {
  const budget = {
    ...context.budget,
    characters: Math.min(context.budget.characters, tool.characters ?? Number.POSITIVE_INFINITY),
  };
  let manager: SubagentManager | undefined;
  let hold: Hold | undefined;
  let outcome: ToolOutcome;
  let refused = false;
  let isReplying = false;
  const awaited: SpawnedSubagent[] = [];
  try {
    const input = parseArguments(tool.input, args);
    manager = await context.manager();
    if (context.signal.aborted) throw new WaitGivenUp("the client no longer waits");
    hold = holdOn(manager);
    // A reply that is on its way lets go of it, once it is known what became of it.
    const letGo = () => isReplying || hold?.release();
    context.signal.addEventListener("abort", letGo, { once: true });
    outcome = await tool.run(input, callOf(tool, manager, hold, budget, awaited, context));
  } catch (error) {
    if (error instanceof BecameTask) {
      hold?.release();
      return error.reply;
    }
    if (error instanceof WaitGivenUp) throw error;
    const refusal = refusalOf(error);
    if (refusal.code === "INTERNAL_ERROR") context.onFault(error);
    refused = true;
    outcome = { reply: { success: false, operation: tool.name, error: refusal }, results: [] };
  }
  isReplying = true;
  const reply = await withFinished(outcome, { manager, hold, awaited, budget, ...deliveryOf(context) });
  return toolResult(reply, refused);
}

function deliveryOf({ warnings, onReply, onFault }: CallContext) {
  return { warnings, onReply, onFault };
}

/** @param awaited Filled with the runs whose results the call has waited for. */
function callOf(
  tool: SubagentTool,
  manager: SubagentManager,
  hold: Hold,
  budget: ReplyBudget,
  awaited: SpawnedSubagent[],
  { asTask, signal, trace, progress, heartbeatSeconds }: CallContext,
): ToolCall {
  const report = (runs: readonly FollowedRun[]) =>
    progress === undefined ? () => {} : reportProgress(runs, progress, heartbeatSeconds);
  return {
    manager,
    budget,
    hold,
    signal,
    trace,
    report,
    async wait(spawned, ifGivenUp) {
      if (asTask !== undefined && tool.replyOf !== undefined)
        throw new BecameTask(asTask(manager, tool.name, spawned));
      hold.add(spawned.map(({ subagentId }) => subagentId));
      const stop = report(spawned);
      try {
        const results = await waitForResults(spawned, signal);
        if (results === undefined) {
          // What they had achieved comes with the next call.
          if (ifGivenUp === "cancel")
            for (const { subagentId } of spawned) manager.cancel(subagentId).catch(() => {});
          throw new WaitGivenUp("the client no longer waits");
        }
        awaited.push(...spawned);
        return results;
      } finally {
        stop();
      }
    },
  };
}
