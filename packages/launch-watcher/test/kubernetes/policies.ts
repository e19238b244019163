import {
  CoreV1Api,
  makeInformer,
  NetworkingV1Api,
  type KubeConfig,
  type V1LabelSelector,
  type V1NetworkPolicy,
  type V1NetworkPolicyPeer,
  type V1NetworkPolicyPort,
  type V1Pod,
} from "@kubernetes/client-node";
import { runInCluster, type KubernetesCluster } from "@retinue/testkit";
import { onTestFinished } from "vitest";

/**
 * Enforces the NetworkPolicies of a namespace for as long as a test takes, as a cluster's network plugin does: what a
 * policy selects has what the policies say, and nothing else. Of their language what ours use: labels, and ports.
 * A plugin of others is not taken: those that were found want a queue that this kernel's nftables has not, or a
 * network of its own for each node.
 */
export async function enforcePolicies({
  cluster,
  namespace,
  admin,
}: {
  cluster: KubernetesCluster;
  namespace: string;
  admin: KubeConfig;
}): Promise<void> {
  const core = admin.makeApiClient(CoreV1Api);
  const { items: policies } = await admin
    .makeApiClient(NetworkingV1Api)
    .listNamespacedNetworkPolicy({ namespace });
  const table = `policies-${namespace}`;
  const enforce = (rules: readonly string[]) =>
    runInCluster(
      cluster,
      ["nft", "-f", "-"],
      `add table ip ${table}\ndelete table ip ${table}\n${rules.join("\n")}\n`,
    );
  const pods = makeInformer(admin, `/api/v1/namespaces/${namespace}/pods`, () =>
    core.listNamespacedPod({ namespace }),
  );
  const renew = () => enforce(rulesOf(table, pods.list(), policies));
  for (const event of ["add", "update", "delete"] as const) pods.on(event, renew);
  await pods.start();
  onTestFinished(async () => {
    await pods.stop();
    enforce([]);
  });
}

function rulesOf(table: string, pods: readonly V1Pod[], policies: readonly V1NetworkPolicy[]): string[] {
  const begin = `add chain ip ${table}`;
  const chains = ["forward", "input"].flatMap((hook) => [
    `${begin} ${hook} { type filter hook ${hook} priority 0 ; }`,
    `add rule ip ${table} ${hook} ct state established,related accept`,
  ]);
  const rules = pods.flatMap((pod) => {
    const ip = pod.status?.podIP;
    if (ip === undefined) return [];
    const selecting = policies.filter(({ spec }) => selects(spec?.podSelector, pod));
    return [
      ...direction(table, ip, "out", rulesFor(selecting, "Egress", pods)),
      ...direction(table, ip, "in", rulesFor(selecting, "Ingress", pods)),
    ];
  });
  return [`add table ip ${table}`, ...chains, ...rules.toSorted((one, other) => rank(one) - rank(other))];
}

// A chain has to be there before a rule names it.
const rank = (line: string) => (line.startsWith("add chain") ? 0 : 1);

/** @param allowed Undefined where no policy says anything of that direction: then all is. */
function direction(
  table: string,
  ip: string,
  way: "in" | "out",
  allowed: readonly string[] | undefined,
): string[] {
  if (allowed === undefined) return [];
  const chain = `${way}-${ip.replaceAll(".", "-")}`;
  const [own, other] = way === "out" ? ["saddr", "daddr"] : ["daddr", "saddr"];
  return [
    `add chain ip ${table} ${chain}`,
    ...allowed.map(
      (each) => `add rule ip ${table} ${chain} ${each.replaceAll("PEER", `ip ${other}`)} return`,
    ),
    `add rule ip ${table} ${chain} drop`,
    ...(way === "out" ? ["forward", "input"] : ["forward"]).map(
      (hook) => `add rule ip ${table} ${hook} ip ${own} ${ip} jump ${chain}`,
    ),
  ];
}

function rulesFor(
  selecting: readonly V1NetworkPolicy[],
  type: "Ingress" | "Egress",
  pods: readonly V1Pod[],
): string[] | undefined {
  const saying = selecting.filter(({ spec }) => spec?.policyTypes?.includes(type));
  if (saying.length === 0) return undefined;
  return saying.flatMap(({ spec }) => {
    const rules =
      type === "Egress"
        ? (spec?.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }))
        : (spec?.ingress ?? []).map(({ _from, ports }) => ({ peers: _from, ports }));
    return rules.flatMap(({ peers, ports }) =>
      (peers?.flatMap((peer) => addressesOf(peer, pods).map((ip) => `PEER ${ip}`)) ?? [""]).flatMap((peer) =>
        (ports?.map(portOf) ?? [""]).map((port) => `${peer} ${port}`.trim()),
      ),
    );
  });
}

/** Pods of other namespaces are none of a test's. */
function addressesOf(
  { podSelector, namespaceSelector }: V1NetworkPolicyPeer,
  pods: readonly V1Pod[],
): string[] {
  if (namespaceSelector !== undefined) return [];
  return pods.filter((pod) => selects(podSelector, pod)).flatMap(({ status }) => status?.podIP ?? []);
}

function portOf({ protocol = "TCP", port }: V1NetworkPolicyPort): string {
  return `${protocol.toLowerCase()} dport ${port}`;
}

function selects(selector: V1LabelSelector | undefined, { metadata }: V1Pod): boolean {
  if (selector?.matchExpressions !== undefined) throw new Error("matchExpressions are not understood");
  return Object.entries(selector?.matchLabels ?? {}).every(
    ([name, value]) => metadata?.labels?.[name] === value,
  );
}
