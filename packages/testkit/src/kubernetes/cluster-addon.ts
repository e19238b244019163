import { execFile, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "../eventually.ts";
import { commandOf, idOf } from "./cluster-parts.ts";
import type { KubernetesCluster } from "./kubernetes-cluster.ts";

/** A program that works on a cluster beside its own parts. */
export type AddonName = "kwok" | "kueue";

const installer = join(import.meta.dirname, "../../kubernetes/install-addon.sh");

export interface ClusterAddon {
  /** The end of what it has said. */
  log(): string;
  end(): Promise<void>;
}

/**
 * Why a program cannot be run beside a cluster here; undefined when it can. Built by `kubernetes/install-addon.sh`, which
 * takes minutes once: tests wait for that only where everything is required (RETINUE_REQUIRE_ALL).
 */
export function noAddon(name: AddonName, required: string | undefined): string | undefined {
  const isBuilt = spawnSync(installer, [name, "--look"]).status === 0;
  if (isBuilt || (required ?? "") !== "") return undefined;
  return `${name} is not built: ${installer} ${name} does it once, in minutes`;
}

/** Builds it where it is not, in minutes. @returns Where it is, and what its module says is to be applied. */
export async function installAddon(
  name: AddonName,
): Promise<{ readonly program: string; readonly manifests: string }> {
  const { stdout } = await promisify(execFile)(installer, [name]);
  const directory = stdout.trim();
  return { program: join(directory, name), manifests: join(directory, "manifests") };
}

/**
 * Starts it in the cluster's network, until `end` or the end of the cluster.
 *
 * @param given Its arguments, once what it needs was applied: the directory of what its module says is to be. `etc`: what
 * it sees as /etc, where it looks for a file there.
 */
export async function startAddon(
  cluster: Pick<KubernetesCluster, "directory">,
  name: AddonName,
  given: (manifests: string) => Promise<{ readonly arguments: readonly string[]; readonly etc?: string }>,
): Promise<ClusterAddon> {
  const { program, manifests } = await installAddon(name);
  const { directory } = cluster;
  const log = join(directory, "logs", `${name}.log`);
  const note = join(directory, "run", `addon-${name}.pid`);
  const { arguments: own, etc } = await given(manifests);
  const script = 'export GOMAXPROCS=2; echo $$ >"$0"; log=$1; shift; exec "$@" >>"$log" 2>&1';
  const apart = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc && exec "$@"'];
  const command = [
    "sh",
    "-c",
    script,
    note,
    log,
    ...(etc === undefined ? [] : [...apart, etc]),
    program,
    ...own,
  ];
  const network = ["--net", "--target", String(idOf(directory, "forward"))];
  spawn("nsenter", [...network, ...command], { detached: true, stdio: "ignore" }).unref();
  const runs = () => commandOf(idOf(directory, `addon-${name}`)).startsWith(program);
  await eventually(`${name} runs`, () => quietly(runs), 30);
  return {
    log: () => readFileSync(log, "utf8").slice(-4000),
    async end() {
      const id = idOf(directory, `addon-${name}`);
      if (commandOf(id).startsWith(program)) process.kill(id, "SIGKILL");
      await eventually(`${name} has ended`, () => !quietly(() => commandOf(id).startsWith(program)), 30);
    },
  };
}

function quietly(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}
