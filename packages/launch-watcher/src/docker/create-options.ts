import { randomBytes } from "node:crypto";
import type { ContainerCreateOptions, HostConfig, MountSettings } from "dockerode";
import type { ContainedRun, HeldMount } from "../contain/contained-run.ts";
import { gated } from "../contain/gate.ts";

/** The one place that says what a container may do. Nothing here comes from a request. */
export function createOptions(run: ContainedRun): ContainerCreateOptions & { name: string } {
  // A volume of an earlier attempt would be taken as it is, with the pin of a watcher that died.
  const attempt = randomBytes(6).toString("hex");
  return {
    name: run.name,
    Image: run.imageId,
    Entrypoint: gated(run),
    Cmd: [],
    User: `${run.uid}:${run.gid}`,
    WorkingDir: run.workingDirectory,
    Env: Object.entries(run.environment).map(([name, value]) => `${name}=${value}`),
    Labels: { ...run.labels },
    Healthcheck: { Test: ["NONE"] },
    NetworkDisabled: true,
    // Engines save what they have at SIGINT.
    StopSignal: "SIGINT",
    Tty: false,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: hostConfig(run, attempt),
  };
}

// MaskedPaths and ReadonlyPaths are left out on purpose: an empty list would unmask /proc.
function hostConfig(run: ContainedRun, attempt: string): HostConfig & { CgroupnsMode: "private" } {
  const { limits } = run;
  return {
    Privileged: false,
    CapDrop: ["ALL"],
    ...(run.capabilities !== undefined && { CapAdd: [...run.capabilities] }),
    SecurityOpt: ["no-new-privileges:true"],
    ReadonlyRootfs: true,
    // The child's home. Its mode is that of the image's own /tmp on some runtimes, whatever is asked for.
    Tmpfs: {
      "/tmp": `rw,noexec,nosuid,nodev,uid=${run.uid},gid=${run.gid},size=${limits.temporaryBytes},nr_inodes=16384`,
    },
    PidsLimit: limits.pids,
    Memory: limits.memoryBytes,
    // Equal to Memory: no swap.
    MemorySwap: limits.memoryBytes,
    NanoCpus: Math.round(limits.cpus * 1e9),
    Ulimits: [
      { Name: "nofile", Soft: limits.openFiles, Hard: limits.openFiles },
      { Name: "core", Soft: 0, Hard: 0 },
      { Name: "fsize", Soft: limits.fileBytes, Hard: limits.fileBytes },
    ],
    Init: true,
    NetworkMode: "none",
    IpcMode: "private",
    CgroupnsMode: "private",
    LogConfig: { Type: "json-file", Config: { "max-size": "1m", "max-file": "2" } },
    RestartPolicy: { Name: "no" },
    // The exit code has to survive a crash of the watcher.
    AutoRemove: false,
    OomScoreAdj: 500,
    Mounts: [
      ...run.mounts.map((mount, index) => mountOf(run, mount, `${run.name}-${attempt}-${index}`)),
      ...(run.masked ?? []).map(emptyAt),
    ],
  };
}

// A page: nothing is ever written there.
const emptyBytes = 4096;

function emptyAt(target: string): MountSettings {
  const TmpfsOptions = { SizeBytes: emptyBytes, Mode: 0o555 };
  return { Type: "tmpfs", Target: target, Source: "", ReadOnly: true, TmpfsOptions };
}

function mountOf(run: ContainedRun, { source, target, readOnly }: HeldMount, volume: string): MountSettings {
  if (run.pinning === "gate") {
    return {
      Type: "bind",
      Source: source.path,
      Target: target,
      ReadOnly: readOnly,
      BindOptions: { Propagation: "rprivate", NonRecursive: true } as MountSettings["BindOptions"],
    };
  }
  return {
    Type: "volume",
    Source: volume,
    Target: target,
    ReadOnly: readOnly,
    VolumeOptions: {
      NoCopy: true,
      Labels: { ...run.labels },
      DriverConfig: {
        Name: "local",
        // The descriptor is the directory that was checked, whatever its name leads to by now.
        Options: { type: "none", o: "bind", device: `/proc/${process.pid}/fd/${source.descriptor}` },
      },
    },
  } as MountSettings;
}
