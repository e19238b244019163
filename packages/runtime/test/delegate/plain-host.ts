import type { DelegationRequest } from "@retinue/delegation-protocol";
import { newResponse, type Outcome } from "@retinue/delegation-protocol";
import {
  claimRequest,
  closeExchange,
  decide,
  decidedResponse,
  isCancelRequested,
  listOutbox,
  openExchange,
  publish,
  readRequest,
  type Exchange,
} from "@retinue/delegation-protocol/host";
import { temporaryDirectory } from "@retinue/testkit";
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";

export interface PlainHost {
  readonly outbox: string;
  /** Every request that was run, in order. */
  readonly ran: DelegationRequest[];
  stop(): Promise<void>;
}

/**
 * A host that follows the protocol and runs what is asked as a plain process instead of a container.
 * Stopped with the test.
 */
export function plainHost(
  commandOf: (request: DelegationRequest) => readonly string[],
  counted?: Pick<Outcome, "spent" | "calls">,
): PlainHost {
  const directory = temporaryDirectory();
  const outbox = join(directory, "outbox");
  mkdirSync(outbox);
  const exchange = openExchange({ outbox, spool: join(directory, "spool") });
  const ran: DelegationRequest[] = [];
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  const serving = (async () => {
    while (!stopping.signal.aborted) {
      for (const id of listOutbox(exchange, { maxEntries: 100 }).requests) {
        running.push(serve(exchange, id, { commandOf, ran, counted, signal: stopping.signal }));
      }
      await delay(20);
    }
    await Promise.all(running);
    closeExchange(exchange);
  })();
  const stop = async () => {
    stopping.abort();
    await serving;
  };
  onTestFinished(stop);
  return { outbox, ran, stop };
}

interface Serving {
  readonly commandOf: (request: DelegationRequest) => readonly string[];
  readonly ran: DelegationRequest[];
  /** What its broker counted. */
  readonly counted: Pick<Outcome, "spent" | "calls"> | undefined;
  readonly signal: AbortSignal;
}

async function serve(
  exchange: Exchange,
  id: string,
  { commandOf, ran, counted, signal }: Serving,
): Promise<void> {
  const claim = claimRequest(exchange, id);
  if (claim.outcome !== "claimed" && claim.outcome !== "replayed") return;
  const { entry } = claim;
  if (claim.outcome === "claimed") {
    const read = readRequest(exchange, entry);
    if (read.ok) ran.push(read.request);
    const isCancelled = () => isCancelRequested(exchange, id);
    const outcome = read.ok
      ? await run(read.request, commandOf(read.request), isCancelled, signal)
      : ({ status: "error", stderr: read.problem } as const);
    decide(exchange, entry, newResponse(entry, { ...outcome, ...counted }, new Date()));
  }
  // Asked again while it runs: the answer comes when there is one.
  if (decidedResponse(exchange, entry) !== undefined) publish(exchange, entry);
}

async function run(
  { workspace, timeout_seconds }: DelegationRequest,
  [program = "", ...args]: readonly string[],
  isCancelled: () => boolean,
  signal: AbortSignal,
): Promise<Outcome> {
  const environment = { PATH: process.env["PATH"], THROUGH: "host" };
  const child = spawn(program, args, { cwd: workspace, env: environment, detached: true });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const deadline = Date.now() + timeout_seconds * 1000;
  let stopped: "timeout" | "cancelled" | undefined;
  const watching = setInterval(() => {
    if (isCancelled() || signal.aborted) stopped ??= "cancelled";
    else if (Date.now() > deadline) stopped ??= "timeout";
    if (stopped !== undefined && child.exitCode === null) process.kill(-(child.pid as number), "SIGKILL");
  }, 20);
  const code = await closed;
  clearInterval(watching);
  const exitCode = code ?? 137;
  return { status: stopped ?? (exitCode === 0 ? "completed" : "error"), exitCode, stdout, stderr };
}
