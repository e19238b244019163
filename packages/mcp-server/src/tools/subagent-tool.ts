import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { SpawnedSubagent, SubagentManager } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import type { z } from "zod";

/** What a tool is given besides its arguments. */
export interface ToolCall {
  readonly manager: SubagentManager;
  /**
   * Waits for the runs, telling the client how they go, and no longer than the client waits.
   *
   * @throws WaitGivenUp when the client gave up; the runs go on.
   */
  wait(spawned: readonly SpawnedSubagent[]): Promise<readonly SubagentResult[]>;
}

/** What a tool says: the reply, and the results that are in it. */
export interface ToolOutcome {
  readonly reply: Record<string, unknown>;
  readonly results: readonly SubagentResult[];
}

/** One tool. Its arguments are checked before `run` sees them. */
export interface SubagentTool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  run(input: z.output<Input>, call: ToolCall): Promise<ToolOutcome>;
}

/** Declares a tool with its argument types inferred. */
export function defineTool<Input extends z.ZodObject>(tool: SubagentTool<Input>): SubagentTool {
  return tool as unknown as SubagentTool;
}

/** Thrown inside a call whose client no longer waits. No reply is sent. */
export class WaitGivenUp extends Error {
  override readonly name = "WaitGivenUp";
}
