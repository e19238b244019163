import type { V1Pod, V1PodSpec, V1VolumeMount } from "@kubernetes/client-node";
import type { PolicyReceipt } from "@retinue/engine-contract";
import type { ContainedRun } from "../contain/contained-run.ts";
import { claimedPath } from "./claimed-path.ts";
import type { ClusterConfig } from "./cluster-client.ts";
import { noAddress } from "./no-address.ts";

const temporary = "/tmp";

/** What a descriptor, or Docker, holds to and a pod does not: told to whoever relies on it. */
const notCarriedOver = [
  "The kubelet mounts a path of the claim, not the directory that was held: another one is seen at the gate, and nothing runs.",
  "What is mounted beneath a read-only context is read-only only where the node can make it so.",
  "Programs in /tmp can be executed. Its inodes are not counted.",
  "How many processes it may have is the node's setting (podPidsLimit), not the watcher's.",
  "Its network is what the cluster's NetworkPolicy leaves of it. It keeps its loopback.",
  "Its output is one text: what it wrote to stdout and to stderr are not told apart.",
];

/** What is in force for a pod, as the API server has it, not as it was asked: webhooks may have changed it. */
export function podReceipt({ spec }: V1Pod, run: ContainedRun, config: ClusterConfig): PolicyReceipt {
  const container = spec?.containers[0];
  const security = container?.securityContext;
  const user = security?.runAsUser ?? spec?.securityContext?.runAsUser;
  const group = security?.runAsGroup ?? spec?.securityContext?.runAsGroup;
  const limits = container?.resources?.limits ?? {};
  const memory = Number(limits["memory"] ?? 0);
  const seccomp = (security?.seccompProfile ?? spec?.securityContext?.seccompProfile)?.type ?? "";
  return {
    image: container?.image ?? "",
    network: spec?.hostNetwork ? "host" : "policy",
    user: `${user ?? ""}:${group ?? ""}`,
    privileged: security?.privileged ?? false,
    capabilities_added: security?.capabilities?.add ?? [],
    capabilities_dropped: security?.capabilities?.drop ?? [],
    security_options: [
      ...(security?.allowPrivilegeEscalation === false ? ["no-new-privileges:true"] : []),
      `seccomp=${seccomp}`,
    ],
    read_only_root: security?.readOnlyRootFilesystem ?? false,
    memory_bytes: memory,
    memory_and_swap_bytes: memory,
    cpus: cpusOf(limits["cpu"] ?? "0"),
    pids: 0,
    mounts: (container?.volumeMounts ?? [])
      .filter(({ mountPath }) => mountPath !== temporary)
      .map((mount) => mounted(mount, spec, { run, config })),
    entrypoint: (container?.command ?? []).map((each) => each.replaceAll("$$", () => "$")),
    working_directory: container?.workingDir ?? "",
    environment: (container?.env ?? [])
      .filter(({ name, value = "" }) => noAddress[name] !== value)
      .map(({ name, value = "" }) => `${name}=${value}`),
    tmpfs: { [temporary]: `size=${run.limits.temporaryBytes}` },
    ulimits: [
      { name: "nofile", soft: run.limits.openFiles, hard: run.limits.openFiles },
      { name: "core", soft: 0, hard: 0 },
      { name: "fsize", soft: run.limits.fileBytes, hard: run.limits.fileBytes },
    ],
    ipc_namespace: spec?.hostIPC ? "host" : "private",
    pid_namespace: spec?.hostPID ? "host" : "",
    uts_namespace: "",
    user_namespace: spec?.hostUsers === false ? "private" : "",
    restart_policy: spec?.restartPolicy ?? "",
    auto_remove: false,
    service_account_token: spec?.automountServiceAccountToken ?? true,
    node: spec?.nodeName ?? "",
    not_carried_over: notCarriedOver,
  };
}

/** Of whatever kind: a webhook may have added one. */
function mounted(
  { name, mountPath: target, readOnly: read_only = false, subPath = "" }: V1VolumeMount,
  spec: V1PodSpec | undefined,
  { run, config }: { readonly run: ContainedRun; readonly config: ClusterConfig },
): PolicyReceipt["mounts"][number] {
  const volume = spec?.volumes?.find((each) => each.name === name);
  const claim = volume?.persistentVolumeClaim?.claimName;
  if (claim === undefined) {
    const isSaid = ([key, value]: [string, unknown]) => key !== "name" && value !== undefined;
    const [kind = ""] = Object.entries(volume ?? {}).find(isSaid) ?? [];
    return { target, type: volume?.emptyDir?.medium === "Memory" ? "tmpfs" : kind, read_only, source: "" };
  }
  const source = run.mounts.find((mount) => mount.target === target)?.source.path ?? "";
  const compared = claimedPath(source, config)?.compare ?? "";
  return { target, type: "claim", read_only, source: `${claim}/${subPath}`, compared };
}

function cpusOf(amount: string): number {
  return amount.endsWith("m") ? Number(amount.slice(0, -1)) / 1000 : Number(amount);
}
