import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { temporaryDirectory } from "@retinue/testkit";
import { onTestFinished } from "vitest";
import { CallRules, never, type HeldCalls } from "./held-calls.ts";
import { testEngine } from "./test-engine.ts";

/** The real engine, behind a socket at which a test holds calls or cuts their connections. */
export interface EngineBetween extends HeldCalls {
  readonly socket: string;
  /** How many connections are open on which such a call was made last. */
  open(call: RegExp): number;
}

export async function engineBetween(): Promise<EngineBetween> {
  const engine = await testEngine();
  const socket = join(temporaryDirectory("retinue-between-"), "docker.sock");
  const rules = new CallRules<Socket>();
  const asking = new Map<Socket, string>();
  const server = createServer((client) => {
    const upstream = createConnection(engine.socket);
    const end = () => {
      asking.delete(client);
      for (const each of [client, upstream]) each.destroy();
    };
    for (const each of [client, upstream]) each.on("error", end).on("close", end);
    pass(client, upstream, (chunk) => {
      const [, line] = /^((?:GET|POST|DELETE) \S+)/.exec(chunk.toString("latin1")) ?? [];
      if (line === undefined) return undefined;
      asking.set(client, line);
      return rules.take(line, "asked")?.meet(client);
    });
    pass(upstream, client, (chunk) => {
      const line = asking.get(client) ?? "";
      const answering = rules.take(line, "answering");
      if (answering === undefined) return rules.take(line, "done")?.meet(client);
      // Its head alone: what follows in the same piece is kept back.
      const head = chunk.indexOf("\r\n\r\n") + 4;
      client.write(chunk.subarray(0, head));
      return delay(50)
        .then(() => answering.meet(client))
        .then(() => chunk.subarray(head));
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
  return {
    socket,
    hold: rules.hold,
    cut: rules.cut,
    open: (call) => [...asking.values()].filter((line) => call.test(line)).length,
    fail(call) {
      void rules.add(call, "asked", (client) => {
        const body = JSON.stringify({ message: "the engine has failed" });
        client.end(
          `HTTP/1.1 500 Failed\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
        return never;
      });
    },
  };
}

/** Hands on what comes, in order; `meet` may take its time with a piece. */
function pass(from: Socket, to: Socket, meet: (chunk: Buffer) => Promise<Buffer | void> | undefined): void {
  from.on("data", (chunk: Buffer) => {
    const met = meet(chunk);
    if (met === undefined) {
      to.write(chunk);
      return;
    }
    from.pause();
    void met.then((left) => {
      if (!to.destroyed && to.writable) to.write(left ?? chunk);
      from.resume();
    });
  });
  from.on("end", () => to.end());
}
