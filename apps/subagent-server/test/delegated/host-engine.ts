import { dockerEngine } from "@retinue/testkit";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What a run is confined by, as an engine has it: by the names of a run's receipt. */
export interface Confinement {
  readonly image: string;
  readonly network: string;
  readonly privileged: boolean;
  readonly capabilities_dropped: readonly string[];
  readonly mounts: readonly { readonly target: string }[];
}

/** An engine that runs may be on, as a test looks at it past the watcher. */
export interface HostEngine {
  /** Of a watcher's configuration. */
  readonly config: object;
  /** Whether it has a container, or a Job, of that name. */
  has(container: string): Promise<boolean>;
  confinement(container: string): Promise<Confinement>;
  /** The whole id of a running container. */
  idOf(container: string): Promise<string>;
  /** What it says of all it has. */
  said(): Promise<string[]>;
  /** Names of what it still has of a watcher's runs. */
  left(launcher: string): Promise<string[]>;
}

/** The engine's own command line, as a person uses it; resolves with what it prints. */
export async function docker(...args: readonly string[]): Promise<string> {
  const { socket } = await dockerEngine();
  const { stdout } = await promisify(execFile)("docker", ["-H", `unix://${socket}`, ...args]);
  return stdout.trim();
}

const linesOf = async (text: Promise<string>) => (await text).split("\n").filter(Boolean);

/** One that the tests have started. */
export async function dockerHost(): Promise<HostEngine> {
  const { socket, image } = await dockerEngine();
  return {
    config: { docker_socket: socket, image },
    has: async (container) => (await docker("ps", "-aq", "--filter", `name=${container}`)) !== "",
    async confinement(container) {
      const [{ Image, HostConfig }] = JSON.parse(await docker("inspect", container));
      return {
        image: Image,
        network: HostConfig.NetworkMode,
        privileged: HostConfig.Privileged,
        capabilities_dropped: HostConfig.CapDrop,
        mounts: HostConfig.Mounts.map(({ Target }: { Target: string }) => ({ target: Target })),
      };
    },
    idOf: (container) => docker("inspect", "--format", "{{.Id}}", container),
    async said() {
      const containers = await linesOf(docker("ps", "-aq"));
      const images = await linesOf(docker("images", "-q"));
      // One of another test may be gone meanwhile.
      return Promise.all([
        ...[...containers, ...images].map((each) => docker("inspect", each).catch(() => "")),
        ...containers.map((each) => docker("logs", each).catch(() => "")),
      ]);
    },
    async left(launcher) {
      const filter = ["--filter", `label=io.retinue.launcher=${launcher}`];
      return [
        ...(await linesOf(docker("ps", "-aq", ...filter))),
        ...(await linesOf(docker("volume", "ls", "-q", ...filter))),
      ];
    },
  };
}
