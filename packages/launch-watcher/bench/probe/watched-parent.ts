import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import { awaitResponse, writeRequest } from "@retinue/delegation-protocol/parent";
import type Docker from "dockerode";
import { requestIn } from "./request-in.ts";

const program = join(import.meta.dirname, "../../test/programs/watcher.ts");

interface WatchedParent {
  /** A request of a workspace of its own. */
  request(prefix: string): DelegationRequest;
  /** Milliseconds from the request until the engine created its container, and until the response was read. */
  ask(): Promise<{ reached: number; answered: number }>;
  end(): Promise<void>;
}

/** A watcher as a process, and its parent. */
export async function watchedParent(
  docker: Docker,
  config: object,
  { outbox, workspaces }: { outbox: string; workspaces: string },
): Promise<WatchedParent> {
  const watcher = spawn(process.execPath, [program, JSON.stringify(config)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(createInterface({ input: watcher.stdout }), "line");
  const created = new Map<string, number>();
  const events = (await docker.getEvents({
    filters: { type: ["container"], event: ["create"] },
  })) as unknown as Readable;
  createInterface({ input: events }).on("line", (line) => {
    const { Actor, timeNano } = JSON.parse(line) as {
      Actor: { Attributes: Record<string, string> };
      timeNano: number;
    };
    created.set(Actor.Attributes["io.retinue.subagent"] ?? "", timeNano / 1e6);
  });

  const request = (prefix: string) => requestIn(workspaces, prefix);
  return {
    request,
    async ask() {
      const asked = request("asked");
      const began = now();
      writeRequest(outbox, asked);
      const response = await awaitResponse(outbox, {
        subagentId: asked.subagent_id,
        requestId: asked.request_id,
        signal: AbortSignal.timeout(60_000),
      });
      const answered = now() - began;
      if (response?.status !== "completed") throw new Error(JSON.stringify(response));
      // Until the watcher has cleared away: what is measured next has the machine to itself.
      while ((await docker.listContainers({ all: true })).length > 0) await delay(10);
      await delay(150);
      return { answered, reached: (created.get(asked.subagent_id) ?? Number.NaN) - began };
    },
    async end() {
      events.destroy();
      watcher.kill("SIGKILL");
      await once(watcher, "exit");
    },
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
