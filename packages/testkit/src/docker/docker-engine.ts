import { spawn, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOf } from "../process-start.ts";
import { startOnce } from "../start-once.ts";

/** A Docker engine that was started for this run of the tests. */
export interface DockerEngine {
  /** Path of its socket. */
  readonly socket: string;
  /** An image of this machine's own files: Node, a shell, git, and the built retinue-child. */
  readonly image: string;
}

const repository = join(import.meta.dirname, "../../../..");
const image = "retinue-child:test";

/**
 * Why no Docker engine can be started here; undefined when one can. Where everything is required
 * (RETINUE_REQUIRE_ALL) that is an error: what was to be tested must not be skipped unseen.
 */
export function noDockerEngine(required: string | undefined): string | undefined {
  const missing = reason();
  if (missing !== undefined && (required ?? "") !== "") throw new Error(missing);
  return missing;
}

function reason(): string | undefined {
  if (process.platform !== "linux") return "Docker containers of this kind need Linux";
  if (process.getuid?.() !== 0) return "dockerd is started by the tests, which needs root";
  for (const program of ["dockerd", "docker", "tar", "ldd"]) {
    const found = spawnSync("sh", ["-c", `command -v ${program}`]);
    if (found.status !== 0) return `${program} is not installed (apt-get install docker.io)`;
  }
  return undefined;
}

/**
 * The engine of this test run: the first test that needs it starts it, on a socket and with a data
 * directory of its own; a watchdog stops it and removes everything when `owner` is gone, however that ends.
 * By default it is the parent: vitest, of the processes that run its tests.
 */
export async function dockerEngine(owner = process.ppid): Promise<DockerEngine> {
  const directory = join(tmpdir(), `retinue-docker-${owner}-${startOf(owner)}`);
  const socket = join(directory, "docker.sock");
  await startOnce({
    directory,
    mode: 0o700,
    what: "the Docker engine of this run",
    program: "dockerd",
    seconds: 240,
    start: () => {
      const watchdog = join(import.meta.dirname, "../../docker/watchdog.sh");
      const script = join(repository, "docker/child-image-from-local.sh");
      spawn("bash", [watchdog, directory, String(owner), script, image], {
        detached: true,
        stdio: "ignore",
      }).unref();
    },
  });
  if (!statSync(socket).isSocket()) throw new Error(`${socket} is no socket`);
  return { socket, image };
}
