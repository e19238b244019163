import type { V1Pod } from "@kubernetes/client-node";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

/** What became of a pod by what its cluster did, and what to do about that. */
interface Failure {
  readonly message: string;
  readonly remedy: string;
}

const byDisruption: Readonly<Record<string, Failure>> = {
  PreemptionByScheduler: {
    message: "a pod of a higher priority took its place (preemption)",
    remedy: "Ask again, or give runs a priority of their own: kubernetes.priority_class.",
  },
  EvictionByEvictionAPI: {
    message: "it was evicted, by whoever drains its node for one",
    remedy: "Ask again once the node is drained.",
  },
  DeletionByTaintManager: {
    message: "its node was taken out of use, or nothing was heard of it for too long",
    remedy: "See to the node, and ask again.",
  },
  DeletionByPodGC: {
    message: "the run was interrupted: its node is gone, and nobody can tell how it ended",
    remedy: "Ask again.",
  },
  TerminationByKubelet: {
    message: "its node ended it, because it shuts down or runs short of something",
    remedy: "See to the node, and ask again.",
  },
};

const byReason: Readonly<Record<string, Failure>> = {
  Evicted: {
    message: "it was evicted by its node",
    remedy: "Raise kubernetes.ephemeral_storage or resources.memory_mb, or see what the node runs short of.",
  },
  NodeLost: byDisruption["DeletionByTaintManager"] as Failure,
  UnexpectedAdmissionError: {
    message: "its node refused it",
    remedy: "See what the node's kubelet says.",
  },
};

/** What its cluster did to a pod; undefined where it was left to itself. */
export function disruptionOf({ status }: V1Pod): Failure | undefined {
  const { reason, message } = status ?? {};
  const target = status?.conditions?.find(
    ({ type, status: is }) => type === "DisruptionTarget" && is === "True",
  );
  const named = byReason[reason ?? ""] ?? byDisruption[target?.reason ?? ""];
  if (named !== undefined) return detailed(named, message ?? target?.message);
  if (/^(OutOf|NodeAffinity|NodeUnschedulable|Preempting)/.test(reason ?? "")) {
    return detailed(byReason["UnexpectedAdmissionError"] as Failure, message ?? reason);
  }
  return undefined;
}

export function sentence({ message, remedy }: Failure): string {
  return `${message[0]?.toUpperCase() ?? ""}${message.slice(1)}. ${remedy}`;
}

const pulling = {
  message: "its image cannot be pulled",
  remedy:
    "See that the nodes reach the registry, that it has this digest, and that the namespace's service account may pull it.",
};
// ErrImagePull alone may be gone at the next try.
const waiting: Readonly<Record<string, Failure>> = {
  ImagePullBackOff: pulling,
  ErrImageNeverPull: pulling,
  InvalidImageName: pulling,
  CreateContainerError: { message: "its node cannot create it", remedy: "See what the node's kubelet says." },
  RunContainerError: { message: "its node cannot run it", remedy: "See what the node's kubelet says." },
};

/** Why a pod will not start; undefined while it may. @returns What its request is answered with. */
export function startFailure(pod: V1Pod, name: string): LaunchWatcherError | undefined {
  const state = pod.status?.containerStatuses?.[0]?.state;
  const { reason = "", message = "" } = state?.waiting ?? {};
  if (reason === "CreateContainerConfigError") {
    const remedy =
      "Give pods the directories that the watcher sees, by the same claims, and at the same places of them.";
    return pinError(name, `the kubelet refused to mount: ${message}`, remedy);
  }
  const known = waiting[reason];
  if (known !== undefined) return failed(name, detailed(known, message));
  const { phase } = pod.status ?? {};
  if (phase !== "Failed" && phase !== "Succeeded") return undefined;
  const disruption = disruptionOf(pod);
  if (disruption !== undefined) return failed(name, disruption);
  const code = state?.terminated?.exitCode;
  return pinError(
    name,
    `it ended at its gate, with ${code ?? "no exit code"}`,
    "See that its image has a shell and stat.",
  );
}

/** A pod that waits for a place: why, as the scheduler says. */
export function pendingFailure(pod: V1Pod | undefined, name: string, seconds: number): LaunchWatcherError {
  const condition = pod?.status?.conditions?.find(({ type }) => type === "PodScheduled");
  const why = condition?.status === "False" ? (condition.message ?? condition.reason) : undefined;
  const waits = pod?.status?.containerStatuses?.[0]?.state?.waiting;
  const message =
    pod === undefined
      ? "no pod was made for it"
      : why === undefined
        ? `it waits for ${waits?.reason ?? "its node"}${waits?.message ? ` (${waits.message})` : ""}`
        : `no node has a place for it: ${why}`;
  const remedy =
    "Add nodes or lower resources, see that the claims are bound, or raise kubernetes.start_seconds.";
  return failed(name, { message: `${message}, for ${seconds} s`, remedy });
}

/** What the API server refused: a quota, a webhook, Pod Security, a right that is missing. */
export function refusedFailure(name: string, message: string): LaunchWatcherError {
  return failed(name, { message, remedy: remedyOf(message) });
}

function remedyOf(message: string): string {
  if (message.includes("exceeded quota"))
    return "Wait until others have ended, or raise the namespace's ResourceQuota.";
  if (message.includes("admission webhook"))
    return "See what that webhook wants of pods, and exempt the namespace from it.";
  if (message.includes("violates PodSecurity"))
    return "Set the namespace's Pod Security to restricted, and no further.";
  if (/cannot \w+ resource/.test(message))
    return "Give the watcher's service account that right; retinue-watch doctor names all.";
  return "See what the API server says; retinue-watch doctor tries the same.";
}

function detailed({ message, remedy }: Failure, detail: string | undefined): Failure {
  return { message: detail ? `${message} (${detail})` : message, remedy };
}

function failed(name: string, { message, remedy }: Failure): LaunchWatcherError {
  return new LaunchWatcherError("ENGINE_FAILED", `pod of ${name} did not run: ${message}`, {
    remedy,
    details: { container: name },
  });
}

export function pinError(name: string, problem: string, remedy: string): LaunchWatcherError {
  const message = `container ${name} was not let go: ${problem}`;
  return new LaunchWatcherError("MOUNT_NOT_PINNED", message, { remedy, details: { container: name } });
}
