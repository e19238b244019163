import { readFileSync } from "node:fs";
import type { RemoteRuns } from "@retinue/model-broker";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

/**
 * The broker on another machine that a configuration names; undefined where it names none.
 *
 * @throws LaunchWatcherError MODELS_FAILED where its certificate or the secret cannot be read.
 */
export function remoteRuns({ network }: NonNullable<WatcherConfig["broker"]>): RemoteRuns | undefined {
  if (network === undefined) return undefined;
  const { host, port, control_port: controlPort, certificate, secret } = network;
  const address = {
    host,
    controlPort,
    authority: contentOf("certificate", certificate),
    secret: contentOf("secret", secret),
  };
  return { address, port };
}

/** A file of the operator's, by whatever links: a mounted Secret has some. @throws LaunchWatcherError MODELS_FAILED. */
export function contentOf(name: string, path: string): string {
  const remedy = "Mount the file there, as docker/kubernetes/README.md says.";
  try {
    const text = readFileSync(path, "utf8").trim();
    if (text !== "") return text;
  } catch (cause) {
    const message = `broker.network.${name} cannot be read: ${(cause as Error).message}`;
    throw new LaunchWatcherError("MODELS_FAILED", message, { remedy, cause });
  }
  throw new LaunchWatcherError("MODELS_FAILED", `broker.network.${name}: there is nothing in ${path}`, {
    remedy,
  });
}
