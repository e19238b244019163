import { setTimeout as delay } from "node:timers/promises";
import { connect, type Called, type Connection, type ServerStart } from "./connection.ts";
import { deliveriesIn, type Delivery } from "./deliveries.ts";

/** A run that a server has taken on, or has refused. */
export interface Asked {
  readonly subagentId: string;
  readonly outcome: Called["outcome"];
  readonly code?: string;
  /** When it was asked, on the clock of this process. */
  readonly at: number;
}

/** What the parent of a world knows, over all its servers. */
export interface Client {
  readonly deliveries: Delivery[];
  readonly asked: Asked[];
  /** Calls that had no answer though their server lived. */
  readonly silent: string[];
  /** By server, from 1: how many replies came from it. */
  readonly replies: number[];
  /** By server, from 1: how many of its replies were there when a call was made that it answered. */
  readonly known: number[];
  /** Which of the servers were beside another one. */
  readonly peers: number[];
  connect(start: ServerStart, as?: "peer"): Promise<Connection>;
  spawn(server: Connection, ids: readonly string[], background?: boolean): Promise<Called>;
  resume(server: Connection, id: string, background?: boolean): Promise<Called>;
  list(server: Connection): Promise<Called>;
  /** The rows of a list, each with what its subagent came back with. */
  withResults(server: Connection, rows: readonly Row[]): Promise<Row[]>;
  /** Takes what is on offer, several times, and nothing else. */
  collect(...servers: readonly Connection[]): Promise<void>;
  /** Lists until nothing runs; false when something runs for ever, or the server is gone. */
  untilIdle(server: Connection, milliseconds?: number): Promise<boolean>;
}

export interface Row {
  readonly subagent_id: string;
  readonly status: string;
  /** What the server gives when it is asked for it. */
  readonly result?: { readonly answer?: string | null; readonly status?: string };
}

/** Looks between two lists. */
const lookMs = 60;
/** Looks at what is on offer: longer than a run that was let go takes to come back, on a machine that is free. */
const offerLooks = 8;
/** Longer than a stop with all its graces takes. */
const idleMs = 90_000;

export function makeClient(): Client {
  const deliveries: Delivery[] = [];
  const asked: Asked[] = [];
  const silent: string[] = [];
  const replies: number[] = [];
  const known: number[] = [];
  const peers: number[] = [];
  const numbers = new Map<Connection, number>();
  const call = async (server: Connection, tool: string, args: object, ids: readonly string[] = []) => {
    const at = performance.now();
    const index = (numbers.get(server) ?? 0) - 1;
    const had = replies[index] ?? 0;
    const called = await server.call(tool, args);
    if (called.outcome === "replied" || called.outcome === "refused")
      known[index] = Math.max(known[index] ?? 0, had);
    if (called.outcome === "silent") silent.push(`${tool} ${ids.join(" ")}`);
    const code = called.outcome === "refused" ? { code: called.code } : {};
    for (const subagentId of ids) asked.push({ subagentId, outcome: called.outcome, at, ...code });
    return called;
  };
  const list = (server: Connection) => call(server, "list_subagents", {});
  return {
    deliveries,
    asked,
    silent,
    replies,
    known,
    peers,
    async connect(start, as) {
      const server = replies.push(0);
      known.push(0);
      if (as === "peer") peers.push(server);
      const connection = await connect(start, (reply) => {
        const number = (replies[server - 1] = (replies[server - 1] ?? 0) + 1);
        deliveries.push(...deliveriesIn(reply, server, number));
      });
      numbers.set(connection, server);
      return connection;
    },
    spawn: (server, ids, background = false) =>
      call(
        server,
        "spawn_subagents",
        { tasks: ids.map((id) => ({ task: `Do ${id}.`, subagent_id: id })), background, refine: false },
        ids,
      ),
    resume: (server, id, background = false) =>
      call(server, "continue_subagent", { subagent_id: id, message: "Go on.", background }, [id]),
    list,
    async withResults(server, rows) {
      const found: Row[] = [];
      for (const row of rows) {
        const called = await call(server, "get_background_tool_result", { job_id: row.subagent_id });
        const result = called.outcome === "replied" ? (called.reply["result"] as Row["result"]) : undefined;
        found.push({ ...row, ...(result !== undefined && { result }) });
      }
      return found;
    },
    async collect(...servers) {
      for (let look = 0; look < offerLooks; look++) {
        const asking = servers.map((server) =>
          call(server, "continue_subagent", { subagent_id: "nobody", message: "Go on." }),
        );
        await Promise.all([...asking, delay(lookMs)]);
      }
    },
    async untilIdle(server, milliseconds = idleMs) {
      for (const until = performance.now() + milliseconds; performance.now() < until; await delay(lookMs)) {
        const called = await list(server);
        if (called.outcome === "gone" || called.outcome === "silent") return false;
        if (called.outcome === "replied" && rowsOf(called).every(({ status }) => status !== "running"))
          return true;
      }
      return false;
    },
  };
}

export function rowsOf(called: Called): Row[] {
  return called.outcome === "replied" ? ((called.reply["subagents"] ?? []) as Row[]) : [];
}
