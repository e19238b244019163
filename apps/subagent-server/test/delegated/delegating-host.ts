import { parseWatcherConfig, startWatcher, type WatcherEvent } from "@retinue/launch-watcher";
import { noDockerEngine, suiteEngines, temporaryDirectory, type EngineName } from "@retinue/testkit";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { clusterHost } from "./cluster-host.ts";
import { dockerHost, type HostEngine } from "./host-engine.ts";
import type { HostWatcher, StartWatcher } from "./host-watcher.ts";

const missing = noDockerEngine(process.env["RETINUE_REQUIRE_ALL"]);
/** For `skipIf` and the name of what is skipped. */
export const noEngine = missing !== undefined;
export const skipped = noEngine ? ` (skipped: ${missing})` : "";

export const engines = suiteEngines(process.env);
/** Those for runs that ask models: on a cluster they do so over its network. */
export const modelEngines = suiteEngines(process.env, true);

/** One parent's share of a host: its outbox, its workspace, and the watcher that serves it. */
export interface DelegatingHost {
  readonly outbox: string;
  /** For the parent's server. */
  readonly flags: readonly string[];
  readonly workspace: string;
  /** The host's own, which no run sees. */
  readonly spool: string;
  /** What its watchers have said so far. */
  readonly events: WatcherEvent[];
  readonly engine: HostEngine;
  /** Names of what is left of its runs. */
  left(): Promise<string[]>;
  /** Ends the watcher as a crash does: what runs goes on. */
  silence(): Promise<void>;
  /** Starts another one in its place. */
  restart(): Promise<void>;
}

/** The watcher as a library. */
const inProcess: StartWatcher = (config, events) =>
  startWatcher({ config: parseWatcherConfig(config), log: (event) => events.push(event) });

/** What differs from an ordinary watcher's configuration. */
interface HostSettings {
  readonly engine?: EngineName;
  /** Whether a cluster's pods have addresses; then the watcher is to be in its network. */
  readonly isRouted?: boolean;
  readonly config?: object;
  readonly outbox?: object;
}

/** A host with one parent of that user; its watcher ends with the test. */
export async function delegatingHost(
  uid = 0,
  start: StartWatcher = inProcess,
  settings: HostSettings = {},
): Promise<DelegatingHost> {
  const base = temporaryDirectory();
  chmodSync(base, 0o755);
  const engine =
    settings.engine === "kubernetes"
      ? await clusterHost(base, settings.isRouted ?? false)
      : await dockerHost();
  const workspace = join(base, "ws");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "notes.txt"), "the parent's notes\n");
  for (const each of [workspace, join(workspace, "notes.txt")]) chownSync(each, uid, uid);
  const events: WatcherEvent[] = [];
  const spool = join(base, "spool");
  const watch = (directory: string) => {
    const roots = { workspace_roots: [join(workspace, "subagents")], context_roots: [workspace] };
    const outboxes = [{ name: "parent", directory, ...roots, ...settings.outbox }];
    const own = { version: 1, spool, ...engine.config, outboxes };
    return start({ ...own, ...settings.config }, events);
  };
  const outbox = join(base, "outbox");
  mkdirSync(outbox, { mode: 0o700 });
  chownSync(outbox, uid, uid);
  let watcher: HostWatcher | undefined = await watch(outbox);
  onTestFinished(async () => watcher?.stop("wait"));
  return {
    outbox,
    flags: ["--runtime-mode", "delegated", "--delegation-directory", outbox],
    workspace,
    spool,
    events,
    engine,
    left: () => engine.left(readFileSync(join(spool, "launcher"), "utf8")),
    async silence() {
      await watcher?.stop("leave");
      watcher = undefined;
    },
    async restart() {
      watcher = await watch(outbox);
    },
  };
}

/** The container of a subagent's newest run, once it was started. */
export function containerOf({ events }: DelegatingHost, subagentId: string): string | undefined {
  const started = events.findLast(
    ({ event, subagent_id }) => event === "started" && subagent_id === subagentId,
  );
  return started?.["container"] as string | undefined;
}
