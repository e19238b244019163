import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import { parseWatcherConfig, planRequest } from "@retinue/launch-watcher";
import type Docker from "dockerode";
import type { ContainerCreateOptions } from "dockerode";

/**
 * Creates, starts, waits for and removes the container that a request would get, without its gate, which
 * nobody would open. Milliseconds.
 */
export async function bareRun(
  docker: Docker,
  document: object,
  { request, base }: { request: DelegationRequest; base: string },
): Promise<{ create: number; all: number }> {
  const config = parseWatcherConfig(document);
  const [outbox] = config.outboxes;
  if (outbox === undefined) throw new Error("no outbox");
  const plan = await planRequest(config, outbox, request);
  const inputs = join(base, request.subagent_id);
  mkdirSync(inputs);
  writeFileSync(join(inputs, "config.json"), JSON.stringify(plan.config));
  writeFileSync(join(inputs, "prompt.txt"), request.task);
  const options = ungated(plan.container, [request.workspace, inputs]);
  const began = performance.now();
  const container = await docker.createContainer(options);
  const create = performance.now() - began;
  await container.start();
  const { StatusCode } = (await container.wait()) as { StatusCode: number };
  await container.remove({ v: true, force: true });
  const volumes = (options.HostConfig?.Mounts ?? []).map(({ Source }) => Source);
  await Promise.all(volumes.map((name) => docker.getVolume(name).remove()));
  const all = performance.now() - began;
  if (StatusCode !== 0) throw new Error(`the bare container ended with ${StatusCode}`);
  return { create, all };
}

function ungated(options: ContainerCreateOptions, directories: readonly string[]): ContainerCreateOptions {
  const mounts = options.HostConfig?.Mounts ?? [];
  const entrypoint = options.Entrypoint as string[];
  const command = entrypoint.slice(entrypoint.indexOf("retinue-gate") + 2 + mounts.length);
  const plain = mounts.map((mount, index) => ({
    ...mount,
    VolumeOptions: {
      NoCopy: true,
      Labels: {},
      DriverConfig: { Name: "local", Options: { type: "none", o: "bind", device: directories[index] ?? "" } },
    },
  }));
  return {
    ...options,
    Entrypoint: command,
    OpenStdin: false,
    AttachStdin: false,
    Labels: {},
    HostConfig: { ...options.HostConfig, Mounts: plain },
  };
}
