import { containerProcesses, eventually } from "@retinue/testkit";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { dirname } from "node:path";
import { delegatingHost, type DelegatingHost } from "../delegated/delegating-host.ts";
import { docker } from "../delegated/host-engine.ts";
import { retinueWatch } from "../delegated/host-watcher.ts";
import { parentContainer } from "../delegated/parent-container.ts";
import { serverProgram } from "../programs/server-program.ts";
import { hostileImage } from "./hostile-image.ts";
import { atOnce } from "./run-seeds.ts";
import { askedTricks } from "./seeds.ts";
import { serverFlags } from "./supervised-stage.ts";
import type { MakeStage } from "./stage.ts";
import { makeWorld } from "./world.ts";

/** Parents by turns: one whose children are the same user, and root, whose children are nobody in particular. */
const parents = [1000, 0] as const;

/** Worlds with a host, a watcher as an operator starts it, and a parent in a container that asks it for runs. */
export async function delegatedStage(): Promise<MakeStage> {
  const config = await hostileImage();
  let worlds = 0;
  return async () => {
    const uid = parents[worlds++ % parents.length] ?? 0;
    const outbox = { max_concurrent: atOnce + 2 };
    const host = await delegatingHost(uid, retinueWatch, { config, outbox });
    const world = makeWorld("delegated", askedTricks(), host.workspace, uid);
    const parent = await parentContainer(host, uid, { server: dirname(serverProgram) });
    const flags = ["--workspace-path", host.workspace, ...host.flags, ...serverFlags];
    const [command, ...args] = parent.command("server", ...flags);
    const namespace = readlinkSync(`/proc/${containerProcesses(parent.id)[0]}/ns/pid`);
    return {
      world,
      stage: {
        start: { command, args, cwd: host.workspace },
        serverOf: () => serverIn(namespace),
        alsoHolds: () => ranOnce(host),
      },
      close: async () => {
        await host.silence();
        await parent.kill();
      },
    };
  };
}

/** The server among the processes of its container, by its number on the host. */
function serverIn(namespace: string): number | undefined {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = pids.filter((pid) => {
    try {
      const isThere = readlinkSync(`/proc/${pid}/ns/pid`) === namespace;
      return isThere && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("/opt/server/main.js");
    } catch {
      return false;
    }
  });
  return found.length === 0 ? undefined : Number(found.at(-1));
}

/** Each request ran once and was answered once, by what its watcher says. */
async function ranOnce({ events, outbox }: DelegatingHost): Promise<string[]> {
  const counted = (event: string) => {
    const counts = new Map<string, number>();
    for (const each of events) {
      if (each.event !== event) continue;
      const key = `${each.subagent_id} ${each.request_id}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  const decided = counted("decided");
  const started = counted("started");
  const claimed = counted("claimed");
  const containers = new Set(
    events.flatMap(({ container }) => (typeof container === "string" ? [container] : [])),
  );
  // They are removed after the answer.
  const removed = eventually("all containers removed", async () => {
    const names = (await docker("ps", "-a", "--format", "{{.Names}}")).split("\n");
    return !names.some((name) => containers.has(name));
  });
  const left = await removed.then(
    () => [],
    (error: unknown) => [String(error)],
  );
  return [
    ...left,
    ...[...started]
      .filter(([, times]) => times > 1)
      .map(([who, times]) => `${who} was started ${times} times`),
    ...[...decided]
      .filter(([, times]) => times > 1)
      .map(([who, times]) => `${who} was answered ${times} times`),
    ...[...claimed.keys()].filter((who) => !decided.has(who)).map((who) => `${who} was not answered`),
    ...readdirSync(outbox)
      .filter((name) => name !== "watcher.alive")
      .map((name) => `${name} is left in the outbox`),
  ];
}
