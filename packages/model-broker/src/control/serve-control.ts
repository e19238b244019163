import { createServer, type Server, type Socket } from "node:net";
import { isRetinueError, parseOrThrow } from "@retinue/errors";
import { removeFile } from "@retinue/contained-fs";
import { invalidInput } from "../configure/open-run.ts";
import type { Broker } from "../run/broker.ts";
import { commandSchema, mostControlBytes } from "./protocol.ts";

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

async function answer(socket: Socket, broker: Broker): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostControlBytes) break;
    chunks.push(chunk);
  }
  try {
    const command: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return { ok: (await perform(command, broker)) ?? null };
  } catch (error) {
    if (isRetinueError(error)) return { code: error.code, message: error.message, remedy: error.remedy };
    const message = error instanceof Error ? error.message : String(error);
    return { code: "BROKER_FAILED", message, remedy: "See the broker's log." };
  }
}

async function perform(given: unknown, broker: Broker): Promise<unknown> {
  const command = parseOrThrow(commandSchema, given, invalidInput);
  switch (command.do) {
    case "open":
      return broker.open(command.open);
    case "spending":
      return broker.spending(command.run);
    case "close":
      return broker.close(command.run);
    case "forget":
      return broker.forget(command.run, command.parent);
    case "forget_parent":
      return broker.forgetParent(command.parent);
    case "status":
      return { pid: process.pid, instance: broker.instance, runs: broker.runs };
  }
}
