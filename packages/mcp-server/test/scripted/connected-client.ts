import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";
import { createSubagentServer, type SubagentServerOptions } from "../../src/index.ts";
import { scriptedManager, type ScriptedManager } from "./scripted-manager.ts";

export const eras = ["legacy", "auto"] as const;

interface Connected {
  readonly client: Client;
  readonly manager: ScriptedManager;
  /** Calls a tool and returns the reply's structured content, checked against its text. */
  call(name: string, args?: Record<string, unknown>): Promise<Record<string, unknown> & { isError: boolean }>;
  readonly faults: unknown[];
}

/** A real client over a real server, whose manager is scripted. */
export async function connectedClient({
  era = "legacy",
  heartbeatSeconds = 60,
  manager = scriptedManager(),
  ...options
}: {
  era?: (typeof eras)[number];
  heartbeatSeconds?: number;
  manager?: ScriptedManager;
} & Omit<Partial<SubagentServerOptions>, "manager"> = {}): Promise<Connected> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const faults: unknown[] = [];
  const serving = serveStdio(
    () =>
      createSubagentServer({
        name: "retinue",
        version: "1.2.3",
        manager: async () => manager,
        heartbeatSeconds,
        ...options,
        onFault: (error) => faults.push(error),
      }),
    { transport: serverSide },
  );
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
  await client.connect(clientSide);
  // From here on the client holds every reply, also a refusal, against the tool's output schema.
  await client.listTools();
  onTestFinished(async () => {
    await client.close();
    await serving.close();
  });
  return {
    client,
    manager,
    faults,
    async call(name, args = {}) {
      const reply = await client.callTool({ name, arguments: args });
      const [block] = reply.content as [{ type: string; text: string }];
      const structured = reply.structuredContent as Record<string, unknown>;
      if (block.text !== JSON.stringify(structured))
        throw new Error(`text and structured content differ: ${block.text}`);
      return { ...structured, isError: reply.isError === true };
    },
  };
}
