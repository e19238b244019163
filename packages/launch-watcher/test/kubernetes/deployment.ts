import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { CoreV1Api, NetworkingV1Api, type KubeConfig, type V1Pod } from "@kubernetes/client-node";
import {
  dockerEngine,
  eventually,
  importImage,
  kubectlCommand,
  kubernetesCluster,
  routedPrefix,
  routeService,
  ranInCluster,
  temporaryDirectory,
  type KubernetesCluster,
} from "@retinue/testkit";
import { onTestFinished } from "vitest";
import { adminOf } from "./test-cluster.ts";
import { sharedVolume } from "./shared-volume.ts";

const repository = join(import.meta.dirname, "../../../..");
const manifests = join(repository, "docker/kubernetes");
const watcherImage = "registry.invalid/watch:test";
const apiAddress = "10.0.0.1";

/** The manifests of `docker/kubernetes` at work, in a namespace of a test's own whose pods have addresses. */
export interface Deployment {
  readonly cluster: KubernetesCluster;
  readonly namespace: string;
  /** The root of the volume that outboxes, workspaces and the spool lie in. */
  readonly shared: string;
  readonly core: CoreV1Api;
  readonly policies: NetworkingV1Api;
  readonly admin: KubeConfig;
  /** Of a Deployment, once it is ready. */
  pod(name: string): Promise<V1Pod>;
  /** Runs a pod of the parent's: it sees its outbox and its workspace. What it said, once it has ended. */
  parent(program: string, given: readonly string[]): Promise<string>;
  kubectl(...args: string[]): Promise<string>;
}

/** What an overlay says beside. */
export interface Overlay {
  readonly components?: readonly string[];
  readonly watch: string;
  readonly patches?: readonly object[];
  readonly secrets?: readonly object[];
  /** Directories that are volumes, by the claim. */
  readonly volumes?: Readonly<Record<string, string>>;
  /** Further files of it. */
  readonly files?: Readonly<Record<string, string>>;
}

export async function newDeployment(
  overlayOf: (of: { namespace: string; image: string; core: CoreV1Api }) => Overlay | Promise<Overlay>,
): Promise<Deployment> {
  const cluster = await kubernetesCluster();
  await watchersImage(cluster);
  const namespace = `${routedPrefix}${randomBytes(4).toString("hex")}`;
  const { admin } = await adminOf(cluster);
  const core = admin.makeApiClient(CoreV1Api);
  const shared = temporaryDirectory("retinue-deployed-");
  chmodSync(shared, 0o711);
  directories(shared);
  routeService(cluster, apiAddress, { 443: "10.99.0.1:6443" });
  const kubectl = (...args: string[]) => ranInCluster(cluster, kubectlCommand(cluster, args));
  // Whatever has an address of the cluster's has to be known before the rest.
  await core.createNamespace({ body: { metadata: { name: namespace } } });
  onTestFinished(async () => {
    await core.deleteNamespace({ name: namespace, gracePeriodSeconds: 0 });
  });
  const wanted = await overlayOf({ namespace, image: cluster.image, core });
  const volumes = { ...wanted.volumes, shared };
  for (const [claim, path] of Object.entries(volumes)) await sharedVolume(core, { namespace, claim, path });
  const overlay = overlayIn(namespace, wanted);
  await kubectl("apply", "-k", overlay);
  return {
    cluster,
    namespace,
    shared,
    core,
    policies: admin.makeApiClient(NetworkingV1Api),
    admin,
    kubectl,
    pod: (name) => readyPod(core, namespace, `app.kubernetes.io/name=${name}`),
    async parent(program, given) {
      const name = `parent-${randomBytes(3).toString("hex")}`;
      await core.createNamespacedPod({ namespace, body: parentPod(name, cluster.image, program, given) });
      const ended = async () => {
        const { status } = await core.readNamespacedPod({ namespace, name });
        return status?.phase === "Succeeded" || status?.phase === "Failed";
      };
      await eventually("the parent has ended", ended, 180);
      return core.readNamespacedPodLog({ namespace, name });
    },
  };
}

/** As `docker/kubernetes/README.md` wants them. */
function directories(shared: string): void {
  for (const each of ["parent", "parent/outbox", "parent/workspace", "parent/workspace/a", "spool"]) {
    mkdirSync(join(shared, each));
    chownSync(join(shared, each), 1000, 1000);
  }
  chmodSync(join(shared, "spool"), 0o700);
}

function overlayIn(namespace: string, overlay: Overlay): string {
  const directory = temporaryDirectory("retinue-overlay-");
  const { components = [], watch, patches = [], secrets = [], files = {} } = overlay;
  const claim = { storageClassName: "", volumeName: `${namespace}-shared` };
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
  for (const [name, text] of Object.entries({ ...files, "watch.yaml": watch })) write(name, text);
  const kustomization = {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    namespace,
    resources: [relative(directory, manifests)],
    components: components.map((each) => relative(directory, join(manifests, each))),
    images: [
      { name: "registry.example.org/retinue-watch", newName: "registry.invalid/watch", newTag: "test" },
    ],
    configMapGenerator: [{ name: "retinue-watch", behavior: "replace", files: ["watch.yaml"] }],
    secretGenerator: secrets,
    generatorOptions: { disableNameSuffixHash: true },
    patches: [
      { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: "shared" }, spec: claim },
      deploymentPatch("retinue-watch", { nodeSelector: { "kubernetes.io/hostname": "node-a" } }),
      ...patches,
    ].map((patch) => ({ patch: JSON.stringify(patch) })),
  };
  write("kustomization.yaml", JSON.stringify(kustomization));
  return directory;
}

export function deploymentPatch(name: string, spec: object): object {
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name }, spec: { template: { spec } } };
}

function parentPod(name: string, image: string, program: string, given: readonly string[]): V1Pod {
  const mount = (each: string) => ({
    name: "shared",
    mountPath: `/srv/retinue/parent/${each}`,
    subPath: `parent/${each}`,
  });
  return {
    metadata: { name },
    spec: {
      restartPolicy: "Never",
      automountServiceAccountToken: false,
      nodeSelector: { "kubernetes.io/hostname": "node-a" },
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
      containers: [
        {
          name: "parent",
          image,
          command: ["node", "-e", program, ...given],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
          volumeMounts: [mount("outbox"), mount("workspace")],
        },
      ],
      volumes: [{ name: "shared", persistentVolumeClaim: { claimName: "shared" } }],
    },
  };
}

async function readyPod(core: CoreV1Api, namespace: string, labelSelector: string): Promise<V1Pod> {
  const ready = async () => {
    const { items } = await core.listNamespacedPod({ namespace, labelSelector });
    return items.find(
      ({ metadata, status }) =>
        metadata?.deletionTimestamp === undefined &&
        status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True"),
    );
  };
  return eventually(`${labelSelector} is ready`, ready, 120);
}

let built: Promise<void> | undefined;

/** Built of this repository's own files, on the image of the tests; once. */
function watchersImage(cluster: KubernetesCluster): Promise<void> {
  return (built ??= (async () => {
    const { socket, image } = await dockerEngine();
    const env = { ...process.env, DOCKER_BUILDKIT: "0" };
    const docker = (args: string[], input?: Buffer) =>
      execFileSync("docker", ["-H", `unix://${socket}`, ...args], { input: input ?? "", env });
    const files = ["docker", "apps/host-watcher/dist"];
    const context = execFileSync("tar", ["c", ...files], { cwd: repository, maxBuffer: 1 << 28 });
    const file = ["-f", "docker/watcher.Dockerfile", "--build-arg", `BASE=${image}`];
    docker(["build", "-q", ...file, "-t", "retinue-watch-deployed:test", "-"], context);
    await importImage(cluster, "retinue-watch-deployed:test", () => watcherImage);
  })());
}

export function repositoryFile(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}
