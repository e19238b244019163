import { HostWatcherError } from "./host-watcher-error.ts";

const scheme = "unix://";

/**
 * The operator's file with the engine that `DOCKER_HOST` names, as Docker's own programs take it, where the file itself
 * names none.
 *
 * @throws HostWatcherError INVALID_FLAG for an engine that is reached by anything but a socket.
 */
export function withDockerHost(document: unknown, host: string | undefined): unknown {
  if (typeof document !== "object" || document === null || "docker_socket" in document) return document;
  if (host === undefined || host === "") return document;
  if ("engine" in document && document.engine !== "docker") return document;
  if (!host.startsWith(scheme)) {
    throw new HostWatcherError("INVALID_FLAG", `DOCKER_HOST is ${host}, and only a socket can be used`, {
      remedy:
        "Run the watcher on the engine's own host, and name its socket: docker_socket in the file, or DOCKER_HOST=unix:///….",
      details: { host },
    });
  }
  return { ...document, docker_socket: host.slice(scheme.length) };
}
