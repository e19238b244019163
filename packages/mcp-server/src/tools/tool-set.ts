import type { Tool } from "@modelcontextprotocol/server";
import { cancelBackgroundTool, cancelSubagent } from "./cancel-subagent.ts";
import { continueSubagent } from "./continue-subagent.ts";
import { describeTypes, type SubagentType } from "./describe-types.ts";
import { getBackgroundToolResult } from "./get-background-tool-result.ts";
import { getBackgroundToolStatus } from "./get-background-tool-status.ts";
import { listBackgroundTools } from "./list-background-tools.ts";
import { listResults } from "./list-results.ts";
import { listSubagents } from "./list-subagents.ts";
import { publishedSchema } from "./published-schema.ts";
import { sendMessageToSubagent } from "./send-message-to-subagent.ts";
import { spawnSubagents } from "./spawn-subagents.ts";
import type { SubagentTool } from "./subagent-tool.ts";
import { waitForBackgroundTool } from "./wait-for-background-tool.ts";

export { nextPart } from "./get-background-tool-result.ts";

/** Which tools there are. */
export interface ToolChoice {
  /** Whether the five that look after background jobs are among them. */
  readonly backgroundTools: boolean;
  /** Whether the list has results, as MassGen's parents want it. */
  readonly listsResults: boolean;
}

/** Requirement "MCP Tool Surface": those that spawn, list and continue; those that steer; the standard ones for jobs. */
export function toolSet(
  { backgroundTools, listsResults }: ToolChoice,
  more: readonly SubagentTool[] = [],
): ReadonlyMap<string, SubagentTool> {
  const jobs = [
    listBackgroundTools,
    getBackgroundToolStatus,
    getBackgroundToolResult,
    waitForBackgroundTool,
    cancelBackgroundTool,
  ];
  const tools = [
    spawnSubagents,
    listsResults ? listResults : listSubagents,
    continueSubagent,
    cancelSubagent,
    sendMessageToSubagent,
    ...(backgroundTools ? jobs : []),
    ...more,
  ];
  return new Map(tools.map((tool) => [tool.name, tool]));
}

/** The tools as `tools/list` shows them; the one that spawns with the types that a task may name. */
export function toolDefinitions(
  tools: ReadonlyMap<string, SubagentTool>,
  types: readonly SubagentType[],
): Tool[] {
  return [...tools.values()].map(({ name, title, description, input, output, annotations }) => ({
    name,
    title,
    description: name === spawnSubagents.name ? `${description}${describeTypes(types)}` : description,
    inputSchema: publishedSchema(input),
    outputSchema: publishedSchema(output),
    annotations: { title, ...annotations },
  }));
}
