import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { describeTypes, type SubagentType } from "./describe-types.ts";
import { continueSubagent } from "./continue-subagent.ts";
import { listSubagents } from "./list-subagents.ts";
import { spawnSubagents } from "./spawn-subagents.ts";
import type { SubagentTool } from "./subagent-tool.ts";

/** Requirement "MCP Tool Surface": a small set, no polling tools. */
export const toolSet: ReadonlyMap<string, SubagentTool> = new Map(
  [spawnSubagents, listSubagents, continueSubagent].map((tool) => [tool.name, tool]),
);

/** The tools as `tools/list` shows them; the one that spawns with the types that a task may name. */
export function toolDefinitions(types: readonly SubagentType[]): Tool[] {
  return [...toolSet.values()].map(({ name, title, description, input, output, annotations }) => ({
    name,
    title,
    description: name === spawnSubagents.name ? `${description}${describeTypes(types)}` : description,
    inputSchema: jsonSchema(input),
    outputSchema: jsonSchema(output),
    annotations: { title, ...annotations },
  }));
}

/** Without `$schema`: clients of the older era read another dialect and refuse a named one. */
function jsonSchema(schema: z.ZodObject): Tool["inputSchema"] {
  const { $schema: _, ...document } = z.toJSONSchema(schema, { io: "input" });
  return document as Tool["inputSchema"];
}
