import { connectBroker } from "@retinue/model-broker";
import { startVendorApi, type VendorApi, type VendorScript } from "@retinue/testkit/vendor-api";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { delegatingHost, retinueWatch, type DelegatingHost } from "./delegating-host.ts";

/** The host's key: no parent and no child may ever see it. */
export const canary = "sk-canary-0123456789abcdef";

export interface ModelSettings {
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
  { image, limits = {}, config: own = {} }: ModelSettings = {},
): Promise<DelegatingHost & { readonly vendor: VendorApi }> {
  const vendor = await startVendorApi(script);
  onTestFinished(() => vendor.stop());
  const routes = Object.entries(models).map(([name, named]) => [
    name,
    { upstream: vendor.url, key_env: "HOST_KEY", models: named },
  ]);
  const host = await delegatingHost(
    1000,
    (config, events) => retinueWatch(config, events, { HOST_KEY: canary }),
    {
      config: {
        ...own,
        broker: { routes: Object.fromEntries(routes) },
        ...(image !== undefined && { image }),
      },
      outbox: { models, model_limits: limits },
    },
  );
  onTestFinished(async () => {
    const broker = await connectBroker(join(host.spool, "broker/control.sock"))
      .status()
      .catch(() => undefined);
    if (broker !== undefined) process.kill(broker.pid, "SIGKILL");
  });
  return { ...host, vendor };
}
