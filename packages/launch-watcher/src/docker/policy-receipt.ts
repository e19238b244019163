import type { PolicyReceipt } from "@retinue/engine-contract";
import type Docker from "dockerode";

/** What newer engines say of a container beside what the client's types know. */
interface Inspected {
  readonly CgroupnsMode?: string;
  readonly MaskedPaths?: string[];
  readonly ReadonlyPaths?: string[];
}

/** What is in force for a container, as the engine says, not as it was asked. */
export function policyReceipt({ Image, Config, HostConfig }: Docker.ContainerInspectInfo): PolicyReceipt {
  const { CgroupnsMode, MaskedPaths, ReadonlyPaths } = HostConfig as Inspected;
  const config = Config as typeof Config & { Healthcheck?: { Test?: string[] }; NetworkDisabled?: boolean };
  return {
    image: Image,
    network: HostConfig.NetworkMode ?? "",
    user: Config.User,
    privileged: HostConfig.Privileged ?? false,
    capabilities_added: HostConfig.CapAdd ?? [],
    capabilities_dropped: HostConfig.CapDrop ?? [],
    security_options: HostConfig.SecurityOpt ?? [],
    read_only_root: HostConfig.ReadonlyRootfs ?? false,
    memory_bytes: HostConfig.Memory ?? 0,
    memory_and_swap_bytes: HostConfig.MemorySwap ?? 0,
    cpus: (HostConfig.NanoCpus ?? 0) / 1e9,
    pids: HostConfig.PidsLimit ?? 0,
    mounts: (HostConfig.Mounts ?? []).map((mount) => ({
      target: mount.Target,
      type: mount.Type,
      read_only: mount.ReadOnly ?? false,
      source: mount.VolumeOptions?.DriverConfig?.Options?.["device"] ?? mount.Source ?? "",
    })),
    entrypoint: [Config.Entrypoint ?? []].flat(),
    working_directory: Config.WorkingDir,
    environment: Config.Env ?? [],
    healthcheck: config.Healthcheck?.Test ?? [],
    network_disabled: config.NetworkDisabled ?? false,
    masked_paths: MaskedPaths ?? [],
    read_only_paths: ReadonlyPaths ?? [],
    tmpfs: (HostConfig.Tmpfs ?? {}) as Record<string, string>,
    ulimits: (HostConfig.Ulimits ?? []).map(({ Name = "", Soft = 0, Hard = 0 }) => ({
      name: Name,
      soft: Soft,
      hard: Hard,
    })),
    init: HostConfig.Init ?? false,
    ipc_namespace: HostConfig.IpcMode ?? "",
    pid_namespace: HostConfig.PidMode ?? "",
    uts_namespace: HostConfig.UTSMode ?? "",
    cgroup_namespace: CgroupnsMode ?? "",
    user_namespace: HostConfig.UsernsMode ?? "",
    log: { driver: HostConfig.LogConfig?.Type ?? "", options: HostConfig.LogConfig?.Config ?? {} },
    restart_policy: HostConfig.RestartPolicy?.Name ?? "",
    auto_remove: HostConfig.AutoRemove ?? false,
    oom_score_adjustment: HostConfig.OomScoreAdj ?? 0,
  };
}
