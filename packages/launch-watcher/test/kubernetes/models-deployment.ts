import { loadYaml, type CoreV1Api } from "@kubernetes/client-node";
import { kubernetesCluster, routeService, selfSigned, temporaryDirectory } from "@retinue/testkit";
import type { VendorApi, VendorScript } from "@retinue/testkit/vendor-api";
import { deploymentPatch, newDeployment, repositoryFile, type Deployment } from "./deployment.ts";
import { standIn } from "./stand-in.ts";

const vendorKey = "sk-of-the-cluster-0123456789abcdef";

/** The manifests with models at work: a broker, which alone reaches a stand-in of a vendor. */
export interface ModelsDeployment {
  readonly deployed: Deployment;
  readonly vendor: VendorApi;
  readonly key: string;
  /** Of the stand-in. */
  readonly vendorAddress: string;
  /** Waits for the broker's pod, and lets the Service's address lead to it: the last one holds. */
  routeBroker(): Promise<void>;
}

export async function modelsDeployment(script: VendorScript, of: object = {}): Promise<ModelsDeployment> {
  const cluster = await kubernetesCluster();
  const { vendor, name, address: vendorAddress, certificate: authority } = await standIn(cluster, script);
  const { certificate, key } = selfSigned("retinue-broker");
  let address = "";
  // Root's and empty, as a volume is that was made just now.
  const ledger = temporaryDirectory("retinue-ledger-");
  const deployed = await newDeployment(async ({ namespace, image, core }) => {
    address = await serviceAddress(core, namespace);
    const at = { name, address: vendorAddress, authority };
    return overlay({ namespace, image, address, vendor: at, certificate, key, ledger, of });
  });
  const routeBroker = async () => {
    const { status } = await deployed.pod("retinue-broker");
    const ip = status?.podIP ?? "";
    routeService(cluster, address, { 8484: `${ip}:8484`, 8485: `${ip}:8485` });
  };
  await routeBroker();
  await deployed.pod("retinue-watch");
  return { deployed, vendor, vendorAddress, key: vendorKey, routeBroker };
}

/** Of the broker's Service, from those that are free. */
async function serviceAddress(core: CoreV1Api, namespace: string): Promise<string> {
  const ports = [8484, 8485].map((port) => ({ name: `of-${port}`, port }));
  const body = { metadata: { name: "retinue-broker" }, spec: { ports } };
  const { spec } = await core.createNamespacedService({ namespace, body });
  return spec?.clusterIP ?? "";
}

interface Given {
  readonly namespace: string;
  readonly image: string;
  readonly address: string;
  readonly vendor: { readonly name: string; readonly address: string; readonly authority: string };
  readonly certificate: string;
  readonly key: string;
  readonly ledger: string;
  readonly of: object;
}

function overlay({ namespace, image, address, vendor, certificate, key, ledger, of }: Given) {
  const watch = loadYaml<{
    kubernetes: object;
    broker: { routes: { openai: object } };
  }>(repositoryFile("docker/kubernetes/models/watch.yaml"));
  const { broker, kubernetes } = watch;
  const routes = { openai: { ...broker.routes.openai, upstream: `https://${vendor.name}` } };
  const config = {
    ...watch,
    image,
    // The next watcher goes on soon.
    kubernetes: {
      ...kubernetes,
      namespace,
      lease: { name: "retinue-watch", duration_seconds: 6 },
      node_selector: { "kubernetes.io/hostname": "node-b" },
    },
    broker: { ...broker, routes },
    ...of,
  };
  const secret = "a secret of the tests', of more than 32 letters";
  const trusted = { name: "NODE_EXTRA_CA_CERTS", value: "/etc/vendor/ca.crt" };
  return {
    components: ["models"],
    volumes: { "retinue-broker": ledger },
    watch: JSON.stringify(config),
    files: { "tls.crt": certificate, "tls.key": key, "ca.crt": vendor.authority, secret },
    secrets: [
      { name: "retinue-broker-tls", files: ["tls.crt", "tls.key"] },
      { name: "retinue-broker-owner", files: ["secret"] },
      { name: "retinue-models", literals: [`OPENAI_API_KEY=${vendorKey}`] },
      { name: "vendor", files: ["ca.crt"] },
    ],
    patches: [
      {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: { name: "retinue-broker" },
        spec: { storageClassName: "", volumeName: `${namespace}-retinue-broker` },
      },
      {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "retinue-broker" },
        spec: { clusterIP: address },
      },
      // The cluster of the tests has no resolver.
      deploymentPatch("retinue-watch", { hostAliases: [{ ip: address, hostnames: ["retinue-broker"] }] }),
      deploymentPatch("retinue-broker", {
        nodeSelector: { "kubernetes.io/hostname": "node-a" },
        hostAliases: [{ ip: vendor.address, hostnames: [vendor.name] }],
        containers: [
          {
            name: "broker",
            env: [trusted],
            volumeMounts: [{ name: "vendor", mountPath: "/etc/vendor", readOnly: true }],
          },
        ],
        volumes: [{ name: "vendor", secret: { secretName: "vendor" } }],
      }),
    ],
  };
}
