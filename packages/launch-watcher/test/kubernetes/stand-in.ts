import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  runInCluster,
  selfSigned,
  socketToPort,
  spawnInCluster,
  temporaryDirectory,
  type KubernetesCluster,
} from "@retinue/testkit";
import { startVendorApi, type VendorApi, type VendorScript } from "@retinue/testkit/vendor-api";
import { onTestFinished } from "vitest";

/** A vendor's API as a cluster's pods reach it: by its name, over TLS. */
export interface StandIn {
  readonly vendor: VendorApi;
  readonly name: string;
  /** Of its own, in the cluster's network. */
  readonly address: string;
  /** PEM: who asks it trusts this. */
  readonly certificate: string;
}

export async function standIn(cluster: KubernetesCluster, script: VendorScript): Promise<StandIn> {
  const vendor = await startVendorApi(script);
  onTestFinished(() => vendor.stop());
  const directory = temporaryDirectory("v-");
  const path = join(directory, "vendor.sock");
  await socketToPort(path, Number(new URL(vendor.url).port));
  const name = "vendor.example";
  // No other process of the tests has it: each is one test at a time.
  const address = `10.100.${Math.floor(process.pid / 250) % 250}.${(process.pid % 250) + 1}`;
  runInCluster(cluster, ["ip", "addr", "replace", `${address}/32`, "dev", "lo"]);
  const { certificate, key } = selfSigned(name);
  mkdirSync(join(directory, "tls"));
  const [crt, pem] = [join(directory, "tls/tls.crt"), join(directory, "tls/tls.key")];
  writeFileSync(crt, certificate);
  writeFileSync(pem, key);
  const program = join(import.meta.dirname, "../programs/tls-port.mjs");
  const child = spawnInCluster(cluster, [process.execPath, program, address, "443", path, crt, pem]);
  onTestFinished(() => void child.kill());
  if (child.stdout !== null) await once(child.stdout, "data");
  return { vendor, name, address, certificate };
}
