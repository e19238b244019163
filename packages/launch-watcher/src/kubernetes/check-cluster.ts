import { reachesNobody, type Protection } from "../contain/protection.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { refusal } from "./api-failure.ts";
import type { ClusterClient } from "./cluster-client.ts";

// Each right that the watcher needs in the namespace, and what for.
const rights = [
  ["batch", "jobs", "create", "begins runs"],
  ["batch", "jobs", "get", "finds a run again"],
  ["batch", "jobs", "list", "finds what is left"],
  ["batch", "jobs", "watch", "follows runs"],
  ["batch", "jobs", "delete", "cleans up"],
  ["", "pods", "create", "is told, by a dry run, why there is no pod"],
  ["", "pods", "list", "finds a run's pod"],
  ["", "pods", "watch", "follows runs"],
  ["", "pods", "patch", "stops a run so that its output stays"],
  ["", "pods/log", "get", "reads what a run wrote"],
  ["", "pods/attach", "get", "opens gates"],
  ["", "pods/attach", "create", "opens gates, from Kubernetes 1.35 on"],
] as const;

// Of the one Lease that the configuration names.
const leaseRights = [
  ["coordination.k8s.io", "leases", "get", "looks whose turn it is"],
  ["coordination.k8s.io", "leases", "list", "waits for its turn"],
  ["coordination.k8s.io", "leases", "watch", "waits for its turn"],
  ["coordination.k8s.io", "leases", "update", "takes its turn"],
] as const;

type Right = readonly [group: string, path: string, verb: string, why: string];

/** The cluster by itself: whether it answers, and whether each right that is needed is there. Throws nothing. */
export async function checkCluster(client: ClusterClient): Promise<Protection[]> {
  try {
    const checked = await Promise.all([
      ...rights.map((right) => checkRight(client, right)),
      ...(client.leases === undefined
        ? []
        : leaseRights.map((right) => checkRight(client, right, client.leases?.config.name))),
    ]);
    const found = `namespace ${client.namespace}`;
    return [
      { name: "the cluster answers", ok: true, required: true, found, remedy: "" },
      ...checked,
      ...(await checkLease(client)),
      network,
    ];
  } catch (error) {
    const found = refusal(error)?.message ?? (error as Error).message;
    const remedy =
      "See that kubernetes.kubeconfig, or the watcher's service account, leads to the API server.";
    return [{ name: "the cluster answers", ok: false, required: true, found, remedy }];
  }
}

// The API tells of policies, and of nobody who would enforce them.
const network: Protection = {
  name: reachesNobody,
  ok: false,
  required: false,
  found: "no cluster says whether its network enforces NetworkPolicy",
  remedy:
    "Apply docker/kubernetes/network-policy.yaml on a network that does; retinue-watch doctor tries it by a run.",
};

async function checkLease({ leases }: ClusterClient): Promise<Protection[]> {
  if (leases === undefined) return [];
  const name = `the Lease ${leases.config.name} is there`;
  try {
    const { spec } = await leases.read();
    const found = spec?.holderIdentity ? `held by ${spec.holderIdentity}` : "free";
    return [{ name, ok: true, required: true, found, remedy: "" }];
  } catch (error) {
    if (!(error instanceof LaunchWatcherError)) throw error;
    return [{ name, ok: false, required: true, found: error.message, remedy: error.remedy }];
  }
}

async function checkRight(
  { access, namespace }: ClusterClient,
  [group, path, verb, why]: Right,
  name?: string,
): Promise<Protection> {
  const [resource, subresource] = path.split("/");
  const resourceAttributes = {
    namespace,
    group,
    verb,
    resource: resource ?? "",
    ...(subresource && { subresource }),
    ...(name !== undefined && { name }),
  };
  const body = { spec: { resourceAttributes } };
  const { status } = await access.createSelfSubjectAccessReview({ body });
  const ok = status?.allowed === true;
  return {
    name: `the watcher may ${verb} ${path}${name === undefined ? "" : ` ${name}`}: it ${why}`,
    ok,
    required: true,
    found: ok ? "yes" : "no",
    remedy: `Give its service account the verb ${verb} on ${path}${name === undefined ? "" : ` ${name}`}${group === "" ? "" : ` of ${group}`} in ${namespace}.`,
  };
}
