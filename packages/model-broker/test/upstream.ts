import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface RawUpstream {
  readonly url: string;
  /** Requests that came, as they were. */
  readonly asked: string[];
}

/** A server that answers each request with bytes, or by what a function does with its connection. */
export async function rawUpstream(
  answer: string | ((socket: Socket, text: string) => void),
): Promise<RawUpstream> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      asked.push(text);
      if (typeof answer === "string") socket.end(answer.replaceAll("\n", "\r\n"));
      else answer(socket, text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
