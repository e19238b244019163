import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dockerEngine, noDockerEngine } from "../docker/docker-engine.ts";
import { startOf } from "../process-start.ts";
import { startOnce } from "../start-once.ts";

/** A Kubernetes that was started for this run of the tests, of two nodes: node-a and node-b. */
export interface KubernetesCluster {
  /** Holds all of it: `run` the process ids of its parts, `parts` what starts each again, `logs` what they say. */
  readonly directory: string;
  /** Leads to the API server, whose certificate is 127.0.0.1's. */
  readonly socket: string;
  /** Of a client that may do everything: PEM. */
  readonly admin: { readonly authority: string; readonly certificate: string; readonly key: string };
  /** The child's image by its digest: on both nodes, and in no registry. */
  readonly image: string;
}

const scripts = join(import.meta.dirname, "../../kubernetes");
const installer = join(scripts, "install.sh");

/**
 * Why no Kubernetes can be started here; undefined when one can. It is built by `kubernetes/install.sh`, which takes
 * minutes once: tests do not wait for that unless everything is required (RETINUE_REQUIRE_ALL).
 */
export function noKubernetes(required: string | undefined): string | undefined {
  const isRequired = (required ?? "") !== "";
  const missing = noDockerEngine(required) ?? reason(isRequired);
  if (missing !== undefined && isRequired) throw new Error(missing);
  return missing;
}

function reason(builds: boolean): string | undefined {
  for (const program of [
    "go",
    "gcc",
    "apt-get",
    "dpkg-deb",
    "openssl",
    "ip",
    "unshare",
    "nsenter",
    "flock",
  ]) {
    if (spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0) return `${program} is not installed`;
  }
  if (!existsSync("/sys/fs/cgroup/memory")) return "the nodes' cgroups are made for version 1";
  const { status } = spawnSync(installer, ["--look"]);
  if (status !== 0 && !builds) return `Kubernetes is not built: ${installer} does it once, in minutes`;
  return undefined;
}

/**
 * The cluster of this test run, as `dockerEngine` has its engine: it ends with `owner`, by default vitest. A test that
 * kills parts of it has one of its own: that of its own process.
 */
export async function kubernetesCluster(owner = process.ppid): Promise<KubernetesCluster> {
  const name = `retinue-kube-${owner}-${startOf(owner)}`;
  const directory = join(tmpdir(), name);
  await startOnce({
    directory,
    mode: 0o711,
    what: "the Kubernetes of this run",
    program: "it",
    seconds: 900,
    start: async () => {
      const { socket, image } = await dockerEngine();
      const archive = join(directory, "image.tar");
      execFileSync("docker", ["-H", `unix://${socket}`, "save", "-o", archive, image]);
      spawn(join(scripts, "cluster.sh"), [directory, String(owner), name, archive, image], {
        detached: true,
        stdio: "ignore",
      }).unref();
    },
  });
  const read = (file: string) => readFileSync(join(directory, file), "utf8");
  return {
    directory,
    socket: join(directory, "api.sock"),
    admin: {
      authority: read("pki/authority.crt"),
      certificate: read("pki/admin.crt"),
      key: read("pki/admin.key"),
    },
    image: read("image").trim(),
  };
}
