import { createServer, type Server, type Socket } from "node:net";
import { removeFile } from "@retinue/contained-fs";
import type { Broker } from "../run/broker.ts";
import { perform, replyTo } from "./perform.ts";
import { mostControlBytes, type Reply } from "./protocol.ts";

/** Takes commands of the runs' owners at a socket in the broker's private directory. */
export async function serveControl(path: string, broker: Broker, heard: () => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    heard();
    socket.on("error", () => socket.destroy());
    answer(socket, broker).then(
      (reply) => socket.end(`${JSON.stringify(reply)}\n`, heard),
      () => socket.destroy(),
    );
  });
  removeFile(path);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ path }, resolve);
  await promise;
  return server;
}

async function answer(socket: Socket, broker: Broker): Promise<Reply> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostControlBytes) break;
    chunks.push(chunk);
  }
  return replyTo(Buffer.concat(chunks).toString("utf8"), (command) => perform(command, broker));
}
