import { noDockerEngine } from "../docker/docker-engine.ts";
import { noKubernetes } from "./kubernetes-cluster.ts";
import { noRoutedPods } from "./routed-pods.ts";

export type EngineName = "docker" | "kubernetes";

/** An engine that runs may be on, whether it is missing here, and what a suite adds to its name. */
export interface SuiteEngine {
  readonly engine: EngineName;
  readonly isMissing: boolean;
  readonly where: string;
}

/**
 * Those that a suite is run on. Without Docker there is no cluster either.
 *
 * @param environment What is required, and which Node this is: a cluster is started for one.
 * @param isRouted Whether runs reach somebody by the cluster's network. Default false.
 */
export function suiteEngines(
  environment: Readonly<Record<string, string | undefined>>,
  isRouted = false,
): readonly SuiteEngine[] {
  const required = environment["RETINUE_REQUIRE_ALL"];
  const noDocker = noDockerEngine(required);
  // What a cluster makes of a request depends on no Node of ours.
  const noCluster =
    environment["RETINUE_EXPECT_NODE"] === "22"
      ? "a cluster is started for one Node"
      : (noKubernetes(required) ?? (isRouted ? noRoutedPods(required) : undefined));
  return [
    { engine: "docker", isMissing: noDocker !== undefined, where: because(noDocker) },
    {
      engine: "kubernetes",
      isMissing: noCluster !== undefined,
      where: ` on Kubernetes${because(noCluster)}`,
    },
  ];
}

function because(missing: string | undefined): string {
  return missing === undefined ? "" : ` (skipped: ${missing})`;
}
