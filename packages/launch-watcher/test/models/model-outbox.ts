import { spawnSync } from "node:child_process";
import { filesWith } from "@retinue/testkit";
import { startVendorApi, type VendorApi, type VendorScript } from "@retinue/testkit/vendor-api";
import { connectBroker } from "@retinue/model-broker";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { canary, watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

export const models = {
  openai: ["gpt-5-mini", "gpt-4o-mini"],
  claude: ["claude-haiku-4-5"],
  gemini: ["gemini-2.5-flash"],
};

/** An outbox whose runs may ask a stand-in of the vendors, with the canary as its key. */
export async function modelOutbox(
  script: VendorScript,
  of: Record<string, unknown> = {},
): Promise<WatchedOutbox & { readonly vendor: VendorApi }> {
  const vendor = await startVendorApi(script);
  onTestFinished(() => vendor.stop());
  const routes = Object.entries(models).map(([name, names]) => [
    name,
    { upstream: vendor.url, key_env: "HOST_KEY", models: names },
  ]);
  const { outbox = {}, ...host } = of as { outbox?: object };
  const watched = await watchedOutbox({
    broker: { routes: Object.fromEntries(routes) },
    ...host,
    outbox: { models, ...outbox },
  });
  onTestFinished(() => endBroker(watched));
  return { ...watched, vendor };
}

async function endBroker({ config }: WatchedOutbox): Promise<void> {
  const found = await brokerOf(config.spool)
    .status()
    .catch(() => undefined);
  if (found !== undefined) process.kill(found.pid, "SIGKILL");
}

export function brokerOf(spool: string) {
  return connectBroker(join(spool, "broker/control.sock"));
}

/** Where a text is found that must be nowhere: files beneath a directory, and what the engine says of everything it has. */
export function leaks({ directory, config }: WatchedOutbox): string[] {
  // A container of another test may be gone meanwhile.
  const docker = (...args: string[]) =>
    spawnSync("docker", ["-H", `unix://${config.docker_socket}`, ...args], {
      maxBuffer: 1 << 28,
    }).stdout.toString();
  const containers = docker("ps", "-aq").split("\n").filter(Boolean);
  const said = containers.map((id) => docker("inspect", id) + docker("logs", id));
  const images = docker("image", "inspect", config.image);
  return [
    ...filesWith(canary, [directory]),
    ...[...said, images].filter((text) => text.includes(canary)).map(() => "what the engine says"),
  ];
}
