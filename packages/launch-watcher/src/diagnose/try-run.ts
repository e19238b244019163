import { holdDirectoryWithin, releaseDirectory } from "@retinue/contained-fs";
import type { PolicyReceipt } from "@retinue/engine-contract";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { labelNames, launcherId } from "../contain/container-identity.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import type { ContainerEngine } from "../contain/container-engine.ts";
import { openEngine } from "../engine/open-engine.ts";
import { makePrivateDirectory } from "../spool/spool-directory.ts";
import { limitsOf } from "../contain/limits-of.ts";
import { openTrialPlace, removeLeftTrials, type TrialPlace } from "./trial-place.ts";

/** One container that was really run: what is in force, and what it saw of itself. */
export interface Trial {
  readonly receipt: PolicyReceipt;
  readonly seen: {
    readonly uid: string;
    /** Effective and bounding, hexadecimal; all zero is none. */
    readonly capabilities: string;
    readonly no_new_privileges: boolean;
    readonly interfaces: readonly string[];
    /** 2: the engine's filter of system calls is on. */
    readonly seccomp: string;
    readonly root_options: readonly string[];
    readonly tmp_options: readonly string[];
    readonly open_files: string;
    readonly file_bytes: string;
    readonly core_bytes: string;
  };
}

/**
 * Runs a container with the policy of every run, in a directory of its own beneath the spool, and removes it:
 * itself, or, when it was killed, the next trial or watcher.
 *
 * @throws LaunchWatcherError IMAGE_REFUSED, ENGINE_FAILED, MOUNT_NOT_PINNED.
 */
export async function tryRun(config: WatcherConfig): Promise<Trial> {
  const looked = ["self/status", "self/limits", "self/mountinfo", "net/dev"].map((each) => `/proc/${each}`);
  const { receipt, stdout } = await runTrial(config, { command: ["cat", ...looked] });
  return { receipt, seen: seenIn(stdout) };
}

/** What such a container printed that runs a command. @throws as `tryRun`. */
export async function runTrial(
  config: WatcherConfig,
  of: Pick<ContainedRun, "command" | "reaches">,
): Promise<{ readonly receipt: PolicyReceipt; readonly stdout: string }> {
  using engine = await openEngine(config);
  const imageId = await engine.resolveImage(config.image);
  const spool = makePrivateDirectory(config.spool);
  await removeLeftTrials(engine, spool);
  const place = await openTrialPlace(spool);
  try {
    return await triedIn(place, { engine, imageId, config: { ...config, spool }, of });
  } finally {
    await place.end(engine);
  }
}

async function triedIn(
  { name, workspace, giveTo }: TrialPlace,
  {
    engine,
    imageId,
    config,
    of,
  }: {
    engine: ContainerEngine;
    imageId: string;
    config: WatcherConfig;
    of: Pick<ContainedRun, "command" | "reaches">;
  },
): Promise<{ readonly receipt: PolicyReceipt; readonly stdout: string }> {
  const uid = config.unprivileged_uid;
  giveTo(uid);
  const source = holdDirectoryWithin(workspace, "");
  try {
    const run = {
      name,
      // Not that of runs: a watcher that starts meanwhile would remove it.
      labels: { [labelNames.trial]: launcherId(config.spool) },
      imageId,
      uid,
      gid: uid,
      environment: { PATH: "/usr/local/bin:/usr/bin:/bin" },
      workingDirectory: "/workspace",
      mounts: [{ source, target: "/workspace", readOnly: false }],
      limits: limitsOf(config.resources),
      pinning: config.mount_pinning,
      ...of,
    };
    const container = await engine.create(run);
    using gate = await container.start();
    gate.go();
    await container.ended();
    const { stdout } = await container.output();
    return { receipt: gate.receipt, stdout };
  } finally {
    releaseDirectory(source);
  }
}

function seenIn(text: string): Trial["seen"] {
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(text)?.[1] ?? "unknown";
  const limit = (name: string) => new RegExp(`^Max ${name}\\s+(\\S+)`, "m").exec(text)?.[1] ?? "unknown";
  const options = (point: string) =>
    (new RegExp(`^\\d+ \\d+ \\S+ \\S+ ${point} (\\S+)`, "m").exec(text)?.[1] ?? "").split(",");
  const devices = text.matchAll(/^\s*([\w@.-]+):(?=\s+\d+\s+\d+\s+\d+\s+\d+\s+\d+\s)/gm);
  return {
    uid: field("Uid"),
    capabilities: `${field("CapEff")} ${field("CapBnd")}`,
    no_new_privileges: field("NoNewPrivs") === "1",
    interfaces: [...devices].map(([, each = ""]) => each),
    seccomp: field("Seccomp"),
    root_options: options("/"),
    tmp_options: options("/tmp"),
    open_files: limit("open files"),
    file_bytes: limit("file size"),
    core_bytes: limit("core file size"),
  };
}
