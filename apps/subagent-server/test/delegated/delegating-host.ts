import { parseWatcherConfig, startWatcher, type WatcherEvent } from "@retinue/launch-watcher";
import {
  clusterShare,
  dockerEngine,
  kubernetesCluster,
  noDockerEngine,
  noKubernetes,
  temporaryDirectory,
} from "@retinue/testkit";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const missing = noDockerEngine(process.env["RETINUE_REQUIRE_ALL"]);
/** For `skipIf` and the name of what is skipped. */
export const noEngine = missing !== undefined;
export const skipped = noEngine ? ` (skipped: ${missing})` : "";

// What a cluster makes of a request depends on no Node of ours.
const noCluster =
  process.env["RETINUE_EXPECT_NODE"] === "22"
    ? "a cluster is started for one Node"
    : noKubernetes(process.env["RETINUE_REQUIRE_ALL"]);

export type EngineName = "docker" | "kubernetes";

/** Each engine that runs may be on, whether it is missing here, and what a suite adds to its name. */
export const engines = [
  { engine: "docker", isMissing: noEngine, where: skipped },
  {
    engine: "kubernetes",
    isMissing: noCluster !== undefined,
    where: ` by Jobs${noCluster === undefined ? "" : ` (skipped: ${noCluster})`}`,
  },
] as const satisfies readonly { engine: EngineName; isMissing: boolean; where: string }[];

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
  /** Whether its engine has a container, or a Job, of that name. */
  has(container: string): Promise<boolean>;
  /** Ends the watcher as a crash does: what runs goes on. */
  silence(): Promise<void>;
  /** Starts another one in its place. */
  restart(): Promise<void>;
}

interface HostWatcher {
  stop(running: "wait" | "leave"): Promise<void>;
}
type StartWatcher = (config: unknown, events: WatcherEvent[]) => Promise<HostWatcher>;

/** The watcher as a library. */
const inProcess: StartWatcher = (config, events) =>
  startWatcher({ config: parseWatcherConfig(config), log: (event) => events.push(event) });

/** The watcher as an operator starts it; `added` to our own variables. */
export async function retinueWatch(
  config: unknown,
  events: WatcherEvent[],
  added: Readonly<Record<string, string>> = {},
): Promise<HostWatcher> {
  const file = join(temporaryDirectory(), "watch.yaml");
  writeFileSync(file, JSON.stringify(config));
  const main = join(import.meta.dirname, "../../../host-watcher/dist/main.js");
  const child = spawn(process.execPath, [main, "run", "--config", file], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...added },
  });
  const ended = once(child, "exit");
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  createInterface(child.stdout).on("line", (line) => {
    const { msg: event, ...details } = JSON.parse(line) as { msg: string };
    events.push({ level: "info", event, ...details });
    if (event === "watching") resolve();
  });
  await Promise.race([ready, ended]);
  return {
    async stop(running) {
      child.kill(running === "wait" ? "SIGTERM" : "SIGKILL");
      await ended;
    },
  };
}

/** What differs from an ordinary watcher's configuration. */
interface HostSettings {
  readonly engine?: EngineName;
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
  const { config: engine, has } = await engineOf(settings.engine ?? "docker", base);
  const workspace = join(base, "ws");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "notes.txt"), "the parent's notes\n");
  for (const each of [workspace, join(workspace, "notes.txt")]) chownSync(each, uid, uid);
  const events: WatcherEvent[] = [];
  const spool = join(base, "spool");
  const watch = (directory: string) => {
    const roots = { workspace_roots: [join(workspace, "subagents")], context_roots: [workspace] };
    const outboxes = [{ name: "parent", directory, ...roots, ...settings.outbox }];
    const own = { version: 1, spool, ...engine, outboxes };
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
    has,
    async silence() {
      await watcher?.stop("leave");
      watcher = undefined;
    },
    async restart() {
      watcher = await watch(outbox);
    },
  };
}

/** An engine as a watcher's configuration has it, for directories beneath `base`. */
async function engineOf(
  engine: EngineName,
  base: string,
): Promise<{ readonly config: object } & Pick<DelegatingHost, "has">> {
  if (engine === "docker") {
    const { socket, image } = await dockerEngine();
    const docker = ["-H", `unix://${socket}`, "ps", "-aq", "--filter"];
    const has = async (container: string) => {
      const { stdout } = await promisify(execFile)("docker", [...docker, `name=${container}`]);
      return stdout !== "";
    };
    return { config: { docker_socket: socket, image }, has };
  }
  const cluster = await kubernetesCluster();
  const kubeconfig = join(temporaryDirectory(), "config");
  const share = await clusterShare(cluster, { shared: base, kubeconfig });
  onTestFinished(() => share.end());
  const config = { engine, mount_pinning: "gate", image: cluster.image, kubernetes: share.kubernetes };
  return { config, has: async (container) => share.jobs().includes(container) };
}

/** The container of a subagent's newest run, once it was started. */
export function containerOf({ events }: DelegatingHost, subagentId: string): string | undefined {
  const started = events.findLast(
    ({ event, subagent_id }) => event === "started" && subagent_id === subagentId,
  );
  return started?.["container"] as string | undefined;
}
