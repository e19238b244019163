import type { CallToolResult } from "@modelcontextprotocol/server";
import type { SpawnedSubagent, SubagentManager } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import type { Delivery, Hold } from "../deliver/undelivered.ts";
import { parseArguments } from "../refuse/parse-arguments.ts";
import { refusalOf } from "../refuse/refusal.ts";
import { boundReply } from "../reply/bound-reply.ts";
import { reportProgress, type Progress } from "../wait/report-progress.ts";
import { waitForResults } from "../wait/wait-for-results.ts";
import { WaitGivenUp, type SubagentTool, type ToolOutcome } from "./subagent-tool.ts";

/** What a call needs of its connection. */
export interface CallContext {
  readonly manager: () => Promise<SubagentManager>;
  readonly hold: Hold;
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Absent when the client asked for no progress. Must not throw. */
  readonly progress?: ((progress: Progress) => void) | undefined;
  readonly heartbeatSeconds: number;
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
  let manager: SubagentManager | undefined;
  let outcome: ToolOutcome;
  let refused = false;
  const awaited: SpawnedSubagent[] = [];
  try {
    const input = parseArguments(tool.input, args);
    manager = await context.manager();
    outcome = await tool.run(input, {
      manager,
      wait: async (spawned) => {
        const results = await wait(spawned, context);
        awaited.push(...spawned);
        return results;
      },
    });
  } catch (error) {
    if (error instanceof WaitGivenUp) throw error;
    const refusal = refusalOf(error);
    if (refusal.code === "INTERNAL_ERROR") context.onFault(error);
    refused = true;
    outcome = { reply: { success: false, operation: tool.name, error: refusal }, results: [] };
  }
  const { offered, waiting } = await deliver(manager, outcome.results, awaited, context);
  const later = `${waiting} more results come with the next calls`;
  const truncated = [outcome.reply["truncated"], waiting > 0 && later].filter(
    (each) => typeof each === "string",
  );
  const { reply, text } = boundReply({
    ...outcome.reply,
    ...(offered.length > 0 && { finished_since_last_call: offered }),
    ...(truncated.length > 0 && { truncated: truncated.join("; ") }),
  });
  return {
    content: [{ type: "text", text }],
    structuredContent: reply,
    isError: refused,
  };
}

async function wait(
  spawned: readonly SpawnedSubagent[],
  { hold, signal, progress, heartbeatSeconds }: CallContext,
): Promise<readonly SubagentResult[]> {
  hold.add(spawned.map(({ subagentId }) => subagentId));
  const stop = progress && reportProgress(spawned, progress, heartbeatSeconds);
  try {
    const results = await waitForResults(spawned, signal);
    if (results === undefined) throw new WaitGivenUp("the client no longer waits");
    return results;
  } finally {
    stop?.();
  }
}

const nothing = { offered: [], waiting: 0 };

/**
 * Adds what nobody has had yet, and has all of it acknowledged once the reply was handed over. What was awaited is,
 * whatever becomes of the look at what else there is: it would come again.
 */
async function deliver(
  manager: SubagentManager | undefined,
  results: readonly SubagentResult[],
  awaited: readonly SpawnedSubagent[],
  { hold, onReply, onFault }: CallContext,
): Promise<Pick<Delivery, "offered" | "waiting">> {
  let had: Parameters<SubagentManager["acknowledge"]>[0] = awaited;
  const acknowledge = async () => {
    if (had.length > 0) await manager?.acknowledge(had);
  };
  onReply((sent) => {
    const done = sent ? acknowledge() : Promise.resolve();
    void done.catch(onFault).finally(hold.release);
  });
  if (manager === undefined) return nothing;
  try {
    const { offered, waiting, delivered } = await hold.collect(manager, results);
    const isAwaited = (one: (typeof delivered)[number]) =>
      awaited.some(({ subagentId, run }) => subagentId === one.subagentId && run === one.run);
    had = [...awaited, ...delivered.filter((one) => !isAwaited(one))];
    return { offered, waiting };
  } catch (error) {
    // A reply is worth more than what might have gone with it: that is offered again next time.
    onFault(error);
    return nothing;
  }
}
