import { randomBytes } from "node:crypto";
import { chownSync, closeSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { holdDirectoryWithin } from "@retinue/contained-fs";
import Docker from "dockerode";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { labelNames, launcherId } from "../contain/container-identity.ts";
import { containerOutput } from "../contain/container-output.ts";
import { createContainer } from "../contain/create-container.ts";
import { policyReceipt, type PolicyReceipt } from "../contain/policy-receipt.ts";
import { removeContainer } from "../contain/remove-container.ts";
import { resolveImage } from "../contain/resolve-image.ts";
import { startGated } from "../contain/start-gated.ts";
import { limitsOf } from "../watch/limits-of.ts";

/** One container that was really run: what is in force, and what it saw of itself. */
export interface Trial {
  readonly receipt: PolicyReceipt;
  readonly seen: {
    readonly uid: string;
    /** Effective and bounding, hexadecimal; all zero is none. */
    readonly capabilities: string;
    readonly no_new_privileges: boolean;
    readonly interfaces: readonly string[];
  };
}

/**
 * Runs a container with the policy of every run, in a directory of its own beneath the spool, and removes it.
 *
 * @throws LaunchWatcherError IMAGE_REFUSED, ENGINE_FAILED, MOUNT_NOT_PINNED.
 */
export async function tryRun(config: WatcherConfig): Promise<Trial> {
  const docker = new Docker({ socketPath: config.docker_socket });
  const imageId = await resolveImage(docker, config.image);
  mkdirSync(config.spool, { recursive: true, mode: 0o700 });
  const spool = realpathSync(config.spool);
  const name = `retinue-try-${randomBytes(8).toString("hex")}`;
  const directory = join(spool, name);
  mkdirSync(directory);
  const uid = config.unprivileged_uid;
  chownSync(directory, uid, uid);
  const source = holdDirectoryWithin(directory, "");
  const run = {
    name,
    labels: { [labelNames.launcher]: launcherId(spool) },
    imageId,
    uid,
    gid: uid,
    command: ["cat", "/proc/self/status", "/proc/net/dev"],
    environment: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    workingDirectory: "/workspace",
    mounts: [{ source, target: "/workspace", readOnly: false }],
    limits: limitsOf(config.resources),
    pinning: config.mount_pinning,
  };
  try {
    const container = await createContainer(docker, run);
    (await startGated(container, run)).go();
    await container.wait();
    const { stdout } = await containerOutput(container);
    return { receipt: await policyReceipt(container), seen: seenIn(stdout) };
  } finally {
    closeSync(source.descriptor);
    await removeContainer(docker, name);
    rmSync(directory, { recursive: true, force: true });
  }
}

function seenIn(status: string): Trial["seen"] {
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "unknown";
  return {
    uid: field("Uid"),
    capabilities: `${field("CapEff")} ${field("CapBnd")}`,
    no_new_privileges: field("NoNewPrivs") === "1",
    interfaces: [...status.matchAll(/^\s*([\w@.-]+):(?=\s+\d+\s+\d+\s+\d+\s+\d+\s+\d+\s)/gm)].map(
      ([, each = ""]) => each,
    ),
  };
}
