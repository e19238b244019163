import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { testEnvironment } from "../programs/server-program.ts";

/** How a server is started. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export type Reply = Readonly<Record<string, unknown>>;

/** A server and its client, who looks at each reply as it comes. */
export interface Connection {
  /** Of what was started; undefined once it is gone. */
  readonly pid: number | undefined;
  call(name: string, args: object, milliseconds: number): Promise<Reply>;
  close(): Promise<void>;
}

export async function connect(
  { command, args, cwd }: ServerStart,
  onReply: (text: string) => void = () => {},
): Promise<Connection> {
  const client = new Client({ name: "hostile-suite", version: "1" });
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    cwd,
    env: testEnvironment(),
    stderr: "ignore",
  });
  await client.connect(transport);
  return {
    get pid() {
      return transport.pid ?? undefined;
    },
    async call(name, given, timeout) {
      const reply = await client.callTool({ name, arguments: { ...given } }, undefined, { timeout });
      onReply(JSON.stringify(reply));
      return (reply.structuredContent ?? {}) as Reply;
    },
    close: () => client.close(),
  };
}
