import { entryAt, isAtOrAbove } from "@retinue/contained-fs";
import { isAbsolute, join } from "node:path";

/** Where Docker listens when nobody says otherwise; `/var/run` leads to `/run` on most machines. */
const standardSocket = "/var/run/docker.sock";

/**
 * Whether what lies at a real path is the Docker engine's socket or a directory above it, by whatever name: by a
 * hard link or a mount elsewhere as well. The directories count before there is an engine: it may start later.
 */
export function showsEngineSocket(path: string, environment: Environment): boolean {
  const found = entryAt(path);
  if (found === undefined) return false;
  return socketsOf(environment).some((socket) => isAtOrAbove(found, socket));
}

type Environment = Readonly<Record<string, string | undefined>>;

function socketsOf({ DOCKER_HOST = "", XDG_RUNTIME_DIR = "" }: Environment): string[] {
  const named = DOCKER_HOST.replace(/^unix:\/\//, "");
  const rootless = join(XDG_RUNTIME_DIR, "docker.sock");
  return [
    standardSocket,
    ...(isAbsolute(named) ? [named] : []),
    ...(isAbsolute(rootless) && entryAt(rootless) !== undefined ? [rootless] : []),
  ];
}
