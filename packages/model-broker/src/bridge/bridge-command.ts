import { fileURLToPath } from "node:url";
import { readText } from "@retinue/contained-fs";
import { ModelBrokerError } from "../model-broker-error.ts";

const mostBytes = 65_536;

/**
 * The bridge, for programs that know no socket: from the source, from what is built and from an app's bundle it lies
 * two directories up.
 *
 * @throws ModelBrokerError BROKER_FAILED where it is missing.
 */
export function bridgeFile(): { readonly path: string; readonly text: string } {
  const path = fileURLToPath(new URL("../../bridge/bridge.mjs", import.meta.url));
  const text = readText(path, { maxBytes: mostBytes });
  if (text !== undefined) return { path, text };
  throw new ModelBrokerError("BROKER_FAILED", `${path} is missing`, {
    remedy: "Install this program anew.",
  });
}

/** What stands where the vendors' clients want a key; the bridge puts a run's token there, where it has one. */
export const keptByTheHost = "kept-by-the-host";

/** The file, `….json`, by which a bridge reaches a broker on another machine. */
export interface NetworkModels {
  readonly host: string;
  readonly port: number;
  /** The name that the broker's certificate is made for. */
  readonly name: string;
  /** PEM: that certificate, or who has signed it. */
  readonly authority: string;
  readonly token: string;
  /** In the environment of the engine the token stands in its place. */
  readonly stands_for: string;
}

/**
 * A command behind the bridge `program`, which listens on the loopback of where the command runs. `socket` is the path of
 * the run's socket, or of the file of its models.
 */
export function bridged(
  program: string,
  { socket, port }: { readonly socket: string; readonly port: number },
  command: readonly string[],
): string[] {
  return ["node", program, socket, String(port), ...command];
}
