export { framedAttacks } from "./attacks/framed-attacks.ts";
export { childConfigPath } from "./child-config-path.ts";
export { installedProgram, type InstalledProgram, type ProgramName } from "./clients/installed-program.ts";
export { descriptorLimit, type DescriptorLimit } from "./descriptor-limit.ts";
export { agentsImage, noAgentsImage } from "./docker/agents-image.ts";
export { containerProcesses } from "./docker/container-processes.ts";
export { dockerEngine, noDockerEngine, type DockerEngine } from "./docker/docker-engine.ts";
export { eventually } from "./eventually.ts";
export { filesWith } from "./files-with.ts";
export {
  installAddon,
  noAddon,
  startAddon,
  type AddonName,
  type ClusterAddon,
} from "./kubernetes/cluster-addon.ts";
export { forwardedPort } from "./kubernetes/forwarded-port.ts";
export { clusterShare, type ClusterShare } from "./kubernetes/cluster-share.ts";
export { killNode, killPart, startEnded, startPart, type ClusterPart } from "./kubernetes/cluster-parts.ts";
export { kubernetesCluster, noKubernetes, type KubernetesCluster } from "./kubernetes/kubernetes-cluster.ts";
export { importImage } from "./kubernetes/import-image.ts";
export { portInCluster, socketToPort } from "./kubernetes/port-in-cluster.ts";
export {
  noRoutedPods,
  kubectlCommand,
  ranInCluster,
  routedPrefix,
  routeService,
  runInCluster,
  spawnInCluster,
  withinCluster,
} from "./kubernetes/routed-pods.ts";
export { suiteEngines, type EngineName, type SuiteEngine } from "./kubernetes/suite-engines.ts";
export { claimedIds } from "./requirements/claimed-ids.ts";
export { readManifest, type Requirement } from "./requirements/read-manifest.ts";
export { verifies } from "./requirements/verifies.ts";
export { selfSigned } from "./self-signed.ts";
export { temporaryDirectory } from "./temporary-directory.ts";
export { textsInMemory } from "./texts-in-memory.ts";
export { wrongCalls, type WrongCall } from "./wrong-calls.ts";
