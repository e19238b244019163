import { connectBroker } from "@retinue/model-broker";
import { importImage, kubernetesCluster, type EngineName } from "@retinue/testkit";
import { startVendorApi, type VendorApi, type VendorScript } from "@retinue/testkit/vendor-api";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { clusterModels } from "./cluster-models.ts";
import { delegatingHost, type DelegatingHost } from "./delegating-host.ts";
import { retinueWatch, type StartWatcher } from "./host-watcher.ts";

/** The host's key: no parent and no child may ever see it. */
export const canary = "sk-canary-0123456789abcdef";

export interface ModelSettings {
  /** Default: docker. */
  readonly engine?: EngineName;
  /** Left out: that with `retinue-child` alone. */
  readonly image?: string;
  readonly limits?: object;
  /** Of the watcher, beside its broker. */
  readonly config?: object;
}

const models = {
  openai: ["gpt-5-mini"],
  claude: ["claude-haiku-4-5"],
  gemini: ["gemini-2.5-flash"],
};

/** A host with one parent whose watcher asks a stand-in of the vendors, with the canary as its key. */
export async function hostWithModels(
  script: VendorScript,
  { engine = "docker", image, limits = {}, config: own = {} }: ModelSettings = {},
): Promise<DelegatingHost & { readonly vendor: VendorApi }> {
  const vendor = await startVendorApi(script);
  onTestFinished(() => vendor.stop());
  const keys = { HOST_KEY: canary };
  const isRouted = engine === "kubernetes";
  const { upstream, start, ...network } = isRouted ? await clusterModels(vendor, keys) : beside(vendor, keys);
  const routes = Object.entries(models).map(([name, named]) => [
    name,
    { upstream, key_env: "HOST_KEY", models: named },
  ]);
  const host = await delegatingHost(1000, start, {
    engine,
    isRouted,
    config: {
      ...own,
      broker: { routes: Object.fromEntries(routes), ...network },
      ...(image !== undefined && { image: isRouted ? await onNodes(image) : image }),
    },
    outbox: { models, model_limits: limits },
  });
  if (!isRouted) onTestFinished(() => killBroker(host));
  return { ...host, vendor };
}

/** The broker is started by the watcher, on this machine. */
function beside({ url }: VendorApi, environment: Readonly<Record<string, string>>) {
  const start: StartWatcher = (config, events) => retinueWatch(config, events, { environment });
  return { upstream: url, start };
}

async function killBroker({ spool }: DelegatingHost): Promise<void> {
  const broker = await connectBroker(join(spool, "broker/control.sock"))
    .status()
    .catch(() => undefined);
  if (broker !== undefined) process.kill(broker.pid, "SIGKILL");
}

const brought = new Map<string, Promise<string>>();

/** An image of the tests' engine, brought to their cluster; once. */
async function onNodes(image: string): Promise<string> {
  const named = (digest: string) => `registry.invalid/of-tests@${digest}`;
  const name = brought.get(image) ?? importImage(await kubernetesCluster(), image, named);
  brought.set(image, name);
  return name;
}
