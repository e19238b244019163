import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { subagentResultSchema, type SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import type { DemoTask } from "../teams/demo.ts";

const replySchema = z.looseObject({ results: z.array(subagentResultSchema) });

export interface SpawnThroughMcp {
  /** The retinue-mcp program. */
  readonly server: string;
  readonly workspace: string;
  readonly tasks: readonly DemoTask[];
  /** How long the client waits for the results. */
  readonly timeoutSeconds: number;
  /** Text of each progress notification: `a: enforcement 60%; b: completed`. */
  readonly onProgress: (message: string) => void;
  /** What the server says on stderr. */
  readonly onLog: (text: string) => void;
}

/**
 * Starts retinue-mcp as an MCP client does, spawns the tasks with one call and waits for the
 * results. Rejects when the call is refused, with what the server says.
 */
export async function spawnThroughMcp(options: SpawnThroughMcp): Promise<readonly SubagentResult[]> {
  const { server, workspace, tasks, timeoutSeconds, onProgress, onLog } = options;
  const client = new Client({ name: "retinue-demo", version: "0.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server],
    cwd: workspace,
    stderr: "pipe",
  });
  transport.stderr?.on("data", (chunk: Buffer) => onLog(chunk.toString()));
  await client.connect(transport);
  try {
    const reply = await client.callTool(
      { name: "spawn_subagents", arguments: { tasks } },
      { timeout: timeoutSeconds * 1000, onprogress: ({ message }) => onProgress(message ?? "") },
    );
    if (reply.isError === true)
      throw new Error(`spawn_subagents was refused: ${JSON.stringify(reply.content)}`);
    return replySchema.parse(reply.structuredContent).results;
  } finally {
    await client.close();
  }
}
