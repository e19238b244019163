import { readText } from "@retinue/contained-fs";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

/** Where the container sees the directory of its socket. */
export const modelDirectory = "/models";
export const modelSocket = `${modelDirectory}/model.sock`;

/** Of the container's own loopback. */
const port = 48_484;
/** What programs that only know TCP are pointed to. */
export const bridgeUrl = `http://127.0.0.1:${port}`;

/** The engine's command behind the bridge, whose program lies at `path` in the container. */
export function bridged(path: string, command: readonly string[]): string[] {
  return ["node", path, modelSocket, String(port), ...command];
}

const mostBytes = 65_536;

/** The bridge's program. From the source, from what is built and from an app's bundle it lies two directories up. */
export function bridgeProgram(): string {
  const { pathname } = new URL("../../container/bridge.mjs", import.meta.url);
  const text = readText(decodeURIComponent(pathname), { maxBytes: mostBytes });
  if (text !== undefined) return text;
  throw new LaunchWatcherError("MODELS_FAILED", `${pathname} is missing`, {
    remedy: "Install this program anew.",
  });
}
