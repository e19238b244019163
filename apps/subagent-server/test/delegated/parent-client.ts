import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { dirname } from "node:path";
import { onTestFinished } from "vitest";
import { serverProgram } from "../programs/server-program.ts";
import type { DelegatingHost } from "./delegating-host.ts";
import { parentContainer, type ParentContainer } from "./parent-container.ts";

/** A client of the built server, which runs in a container of its parent's. */
export interface ParentClient {
  readonly parent: ParentContainer;
  /** Calls a tool; what is structured of its reply. */
  call(
    name: string,
    given: Record<string, unknown>,
    onprogress?: (progress: { progress: number }) => void,
  ): Promise<Record<string, unknown> & { readonly results: Record<string, unknown>[] }>;
}

/** @param timeout Of a call, in milliseconds. */
export async function parentClient(
  host: DelegatingHost,
  flags: readonly string[],
  timeout = 240_000,
): Promise<ParentClient> {
  const parent = await parentContainer(host, 1000, { server: dirname(serverProgram) });
  const [command, ...args] = parent.command("server", "--workspace-path", host.workspace, ...flags);
  const client = new Client({ name: "v1", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
  onTestFinished(() => client.close());
  return {
    parent,
    async call(name, given, onprogress) {
      const options = { timeout, ...(onprogress !== undefined && { onprogress }) };
      const { structuredContent } = await client.callTool({ name, arguments: given }, undefined, options);
      return structuredContent as Awaited<ReturnType<ParentClient["call"]>>;
    },
  };
}
