import {
  kubernetesCluster,
  portInCluster,
  selfSigned,
  temporaryDirectory,
  withinCluster,
} from "@retinue/testkit";
import type { VendorApi } from "@retinue/testkit/vendor-api";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { retinueWatch, watchProgram, type StartWatcher } from "./host-watcher.ts";

/** How a watcher on a cluster has its runs ask for models. */
interface ClusterModels {
  /** The vendor's stand-in, as the broker reaches it. */
  readonly upstream: string;
  /** Of a watcher's `broker`. */
  readonly network: object;
  /** Starts the watcher in the cluster's network, and its broker where that does not run yet. */
  readonly start: StartWatcher;
}

/** @param keys The variables of the broker, which alone has them. */
export async function clusterModels(
  vendor: VendorApi,
  keys: Readonly<Record<string, string>>,
): Promise<ClusterModels> {
  const cluster = await kubernetesCluster();
  // No other process of the tests has these: each is one test at a time.
  const port = 12_000 + 4 * (process.pid % 4000);
  await portInCluster(cluster, port, Number(new URL(vendor.url).port));
  const directory = temporaryDirectory();
  const { certificate, key } = selfSigned("retinue-broker");
  const files = { certificate, key, secret: "a secret of the tests', of more than 32 letters" };
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(directory, name), text, { mode: 0o600 });
  const paths = Object.fromEntries(Object.keys(files).map((name) => [name, join(directory, name)]));
  const within = (command: readonly string[]) => withinCluster(cluster, command);
  let isServed = false;
  return {
    upstream: `http://127.0.0.1:${port}`,
    network: { host: "10.99.0.1", port: port + 1, control_port: port + 2, ...paths },
    async start(config, events) {
      if (!isServed) {
        const orders = ["broker", join(directory, "broker"), "--network"];
        const broker = watchProgram(orders, config, { environment: keys, within });
        const ended = once(broker, "exit");
        onTestFinished(async () => {
          broker.kill("SIGKILL");
          await ended;
        });
      }
      isServed = true;
      return retinueWatch(config, events, { within });
    },
  };
}
