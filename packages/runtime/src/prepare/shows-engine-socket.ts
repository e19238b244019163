import { entryAt } from "@retinue/contained-fs";
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** Where Docker listens when nobody says otherwise; `/var/run` leads to `/run` on most machines. */
const standardSocket = "/var/run/docker.sock";

/**
 * Whether what lies at a real path is the Docker engine's socket or a directory above it, by whatever name: by a
 * hard link or a mount elsewhere as well. The directories count before there is an engine: it may start later.
 */
export function showsEngineSocket(path: string, environment: Environment): boolean {
  const found = entryAt(path);
  if (found === undefined) return false;
  return socketsOf(environment)
    .flatMap((socket) => [...withAncestors(socket), ...withAncestors(realOrSelf(socket))])
    .some((place) => {
      const known = entryAt(realOrSelf(place));
      return known?.inode === found.inode && known.device === found.device;
    });
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

function withAncestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...withAncestors(above)];
}

function realOrSelf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
