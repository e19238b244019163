import type Docker from "dockerode";

/** What is in force for a container, as the engine says, not as it was asked. */
export interface PolicyReceipt {
  readonly image: string;
  readonly network: string;
  readonly user: string;
  readonly privileged: boolean;
  readonly capabilities_added: readonly string[];
  readonly capabilities_dropped: readonly string[];
  readonly security_options: readonly string[];
  readonly read_only_root: boolean;
  readonly memory_bytes: number;
  readonly memory_and_swap_bytes: number;
  readonly cpus: number;
  readonly pids: number;
  readonly mounts: readonly { target: string; type: string; read_only: boolean; source: string }[];
}

/** The receipt of a container that exists. */
export async function policyReceipt(container: Docker.Container): Promise<PolicyReceipt> {
  const { Image, Config, HostConfig } = await container.inspect();
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
      source: mount.VolumeOptions?.DriverConfig?.Options?.["device"] ?? mount.Source,
    })),
  };
}
