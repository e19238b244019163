import type { WatcherConfig } from "../configure/watcher-config.ts";
import { limitsOf } from "../contain/limits-of.ts";
import type { Protection } from "../contain/protection.ts";
import type { Trial } from "./try-run.ts";

type Verdict = readonly [name: string, ok: boolean, found: string, remedy: string];

/** What the host decides about every container, against what one that was run has, and has seen of itself. */
export function checkTrial(
  config: Pick<WatcherConfig, "engine" | "mount_pinning" | "resources" | "unprivileged_uid">,
  trial: Trial,
): Protection[] {
  const verdicts = [...checkSeen(config, trial), ...checkReceipt(config, trial)];
  const ofPods = config.engine === "kubernetes" ? othersOfPods : {};
  return verdicts.map(([name, ok, found, remedy]) => ({
    name,
    ok,
    required: ofPods[name] === undefined,
    found,
    remedy: ofPods[name] ?? remedy,
  }));
}

// What no pod can be asked for: it is the cluster's, or is not to be had. Each with who decides.
const othersOfPods: Readonly<Record<string, string>> = {
  "a container sees no network":
    "Apply docker/kubernetes/network-policy.yaml on a network that enforces policies.",
  "its /tmp is small, and nothing in it can be executed":
    "There is no such volume: its size is limited all the same.",
  "processes are limited": "Set podPidsLimit of the nodes' kubelets.",
  "namespaces are the container's own": "A pod has its own, of which the API server says less.",
  "the engine's masks of /proc and /sys are on": "A pod has them, of which the API server says nothing.",
  "its log cannot fill the disk": "The nodes' kubelets rotate it: containerLogMaxSize.",
  "it is killed before the watcher when memory runs out, and its orphans are reaped":
    "Its quality of service decides, and its gate reaps.",
};

function checkSeen(
  { mount_pinning, resources, unprivileged_uid }: Parameters<typeof checkTrial>[0],
  { seen, receipt }: Trial,
): Verdict[] {
  const { openFiles, fileBytes } = limitsOf(resources);
  const files = `${seen.open_files} open, ${seen.file_bytes} bytes each, core ${seen.core_bytes}`;
  return [
    ["a container runs in the directory that was checked", true, `mount_pinning: ${mount_pinning}`, ""],
    [
      "nothing runs before the mounts are compared",
      receipt.entrypoint?.includes("retinue-gate") === true,
      receipt.entrypoint?.slice(0, 2).join(" ") ?? "unknown",
      "See what replaces the entrypoint of containers on this engine.",
    ],
    [
      "a container sees no network",
      seen.interfaces.every((each) => each === "lo") && receipt.network === "none",
      seen.interfaces.join(", ") || "no interface",
      "See what the engine does with NetworkMode none.",
    ],
    [
      "a container has no capabilities and gets none",
      /^0+ 0+$/.test(seen.capabilities) && seen.no_new_privileges && !receipt.privileged,
      `${seen.capabilities}, no_new_privileges ${seen.no_new_privileges}`,
      "See what the engine does with CapDrop and no-new-privileges.",
    ],
    [
      "system calls are filtered",
      seen.seccomp === "2",
      `Seccomp: ${seen.seccomp}`,
      "Use a kernel and an engine with seccomp, and leave the engine's profile on.",
    ],
    [
      "a container is not root",
      seen.uid === String(unprivileged_uid) && seen.uid !== "0",
      `uid ${seen.uid}`,
      "See what the engine does with User.",
    ],
    [
      "its root filesystem cannot be written",
      seen.root_options.includes("ro") && receipt.read_only_root,
      seen.root_options.join(","),
      "Use an engine and a storage driver that know ReadonlyRootfs.",
    ],
    [
      "its /tmp is small, and nothing in it can be executed",
      ["noexec", "nosuid", "nodev"].every((each) => seen.tmp_options.includes(each)),
      seen.tmp_options.join(",") || "no mount",
      "See what the engine does with Tmpfs.",
    ],
    [
      "open files, file sizes and core dumps are limited",
      seen.open_files === String(openFiles) &&
        seen.file_bytes === String(fileBytes) &&
        seen.core_bytes === "0",
      files,
      "See what the engine does with Ulimits.",
    ],
  ];
}

function checkReceipt({ resources }: Parameters<typeof checkTrial>[0], { receipt: of }: Trial): Verdict[] {
  const { memoryBytes, pids, cpus } = limitsOf(resources);
  const cgroups = "Use a kernel with the cgroup controllers memory (with swap), pids and cpu.";
  const namespaces = [of.ipc_namespace, of.pid_namespace, of.uts_namespace, of.cgroup_namespace];
  const logged = of.log?.options ?? {};
  return [
    [
      "the image is named by its id",
      /^(?:sha256:|[^@]+@sha256:)/.test(of.image),
      of.image,
      "Use an engine with content ids.",
    ],
    [
      "memory is limited, and there is no swap",
      of.memory_bytes === memoryBytes && of.memory_and_swap_bytes === memoryBytes,
      `${of.memory_bytes} bytes, ${of.memory_and_swap_bytes} with swap`,
      cgroups,
    ],
    ["processes are limited", of.pids === pids, String(of.pids), cgroups],
    ["processor time is limited", of.cpus === cpus, String(of.cpus), cgroups],
    [
      "namespaces are the container's own",
      namespaces.join() === "private,,,private",
      `ipc ${of.ipc_namespace}, cgroup ${of.cgroup_namespace}, pid ${of.pid_namespace || "own"}, uts ${of.uts_namespace || "own"}`,
      "Use an engine with cgroup namespaces, and no default that shares one.",
    ],
    [
      "the engine's masks of /proc and /sys are on",
      (of.masked_paths ?? []).length > 0 && (of.read_only_paths ?? []).length > 0,
      `${of.masked_paths?.length ?? 0} masked, ${of.read_only_paths?.length ?? 0} read-only`,
      "See what takes MaskedPaths away on this engine.",
    ],
    [
      "its log cannot fill the disk",
      of.log?.driver === "json-file" && logged["max-size"] !== undefined && logged["max-file"] !== undefined,
      `${of.log?.driver ?? "unknown"}, ${logged["max-file"] ?? "any number"} of ${logged["max-size"] ?? "any size"}`,
      "Use an engine with the json-file log driver.",
    ],
    [
      "it is never started again, and its exit code is kept",
      /^(?:no|Never)$/.test(of.restart_policy ?? "") && of.auto_remove === false,
      `restart ${of.restart_policy}, auto_remove ${of.auto_remove}`,
      "See what the engine does with RestartPolicy and AutoRemove.",
    ],
    [
      "it is killed before the watcher when memory runs out, and its orphans are reaped",
      (of.oom_score_adjustment ?? 0) > 0 && of.init === true,
      `oom_score_adj ${of.oom_score_adjustment}, init ${of.init}`,
      "Use an engine with an init (docker-init) that may set oom_score_adj.",
    ],
  ];
}
