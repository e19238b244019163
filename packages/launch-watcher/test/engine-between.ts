import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { temporaryDirectory } from "@retinue/testkit";
import { onTestFinished } from "vitest";
import { testEngine } from "./test-engine.ts";

/**
 * `asked`: before the engine hears of the call. `done`: the engine has done it, and nobody has heard of that.
 * `answering`: the first piece of its answer has come, and no other.
 */
type Moment = "asked" | "done" | "answering";

interface Rule {
  readonly call: RegExp;
  readonly moment: Moment;
  /** What happens then to the connection; resolves when it goes on, if it does. */
  readonly meet: (client: Socket) => Promise<void>;
}

/** Of a call that never goes on. */
const never = new Promise<void>(() => {});

/** The real engine, behind a socket at which a test holds calls or cuts their connections. */
export interface EngineBetween {
  readonly socket: string;
  /** Holds the first such call until it is let go on. */
  hold(call: RegExp, moment: Moment): { readonly reached: Promise<void>; goOn(): void };
  /** Cuts the connection of the first such call. */
  cut(call: RegExp, moment: Moment): { readonly reached: Promise<void> };
  /** How many connections are open on which such a call was made last. */
  open(call: RegExp): number;
  /** Answers the first such call with a failure of the engine's. */
  fail(call: RegExp): void;
}

export async function engineBetween(): Promise<EngineBetween> {
  const engine = await testEngine();
  const socket = join(temporaryDirectory("retinue-between-"), "docker.sock");
  const rules: Rule[] = [];
  const take = (line: string, moment: Moment) => {
    const at = rules.findIndex((rule) => rule.moment === moment && rule.call.test(line));
    return at === -1 ? undefined : rules.splice(at, 1)[0];
  };
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
      return take(line, "asked")?.meet(client);
    });
    pass(upstream, client, (chunk) => {
      const line = asking.get(client) ?? "";
      const answering = take(line, "answering");
      if (answering === undefined) return take(line, "done")?.meet(client);
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
  const add = (call: RegExp, moment: Moment, meet: (client: Socket) => Promise<void>) => {
    const reached = Promise.withResolvers<void>();
    rules.push({ call, moment, meet: (client) => (reached.resolve(), meet(client)) });
    return reached.promise;
  };
  return {
    socket,
    hold(call, moment) {
      const { promise, resolve } = Promise.withResolvers<void>();
      return { reached: add(call, moment, () => promise), goOn: resolve };
    },
    cut: (call, moment) => ({
      reached: add(call, moment, (client) => (client.destroy(), never)),
    }),
    open: (call) => [...asking.values()].filter((line) => call.test(line)).length,
    fail(call) {
      void add(call, "asked", (client) => {
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
