import { holdDirectoryWithin, releaseDirectory } from "@retinue/contained-fs";
import type { PolicyReceipt } from "@retinue/engine-contract";
import type Docker from "dockerode";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { labelNames, launcherId } from "../contain/container-identity.ts";
import { containerOutput } from "../contain/container-output.ts";
import { createContainer } from "../contain/create-container.ts";
import { engineClient } from "../contain/engine-client.ts";
import { resolveImage } from "../contain/resolve-image.ts";
import { makePrivateDirectory } from "../spool/spool-directory.ts";
import { startGated } from "../contain/start-gated.ts";
import { untilEnded } from "../contain/until-ended.ts";
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
  using engine = engineClient(config);
  const { docker } = engine;
  const imageId = await resolveImage(docker, config.image);
  const spool = makePrivateDirectory(config.spool);
  await removeLeftTrials(docker, spool);
  const place = await openTrialPlace(spool);
  try {
    return await triedIn(place, { docker, imageId, config: { ...config, spool } });
  } finally {
    await place.end(docker);
  }
}

async function triedIn(
  { name, workspace, giveTo }: TrialPlace,
  { docker, imageId, config }: { docker: Docker; imageId: string; config: WatcherConfig },
): Promise<Trial> {
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
      command: [
        "cat",
        ...["self/status", "self/limits", "self/mountinfo", "net/dev"].map((each) => `/proc/${each}`),
      ],
      environment: { PATH: "/usr/local/bin:/usr/bin:/bin" },
      workingDirectory: "/workspace",
      mounts: [{ source, target: "/workspace", readOnly: false }],
      limits: limitsOf(config.resources),
      pinning: config.mount_pinning,
    };
    const container = await createContainer(docker, run);
    using gate = await startGated(container, run);
    gate.go();
    await untilEnded(container);
    const { stdout } = await containerOutput(container);
    return { receipt: gate.receipt, seen: seenIn(stdout) };
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
