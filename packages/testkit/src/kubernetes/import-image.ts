import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { dockerEngine } from "../docker/docker-engine.ts";
import type { KubernetesCluster } from "./kubernetes-cluster.ts";
import { ranInCluster } from "./routed-pods.ts";

/**
 * Brings an image of `dockerEngine` to both nodes.
 *
 * @param named What it is called there, by its digest.
 * @returns That name.
 */
export async function importImage(
  cluster: Pick<KubernetesCluster, "directory">,
  image: string,
  named: (digest: string) => string,
): Promise<string> {
  const { socket } = await dockerEngine();
  const archive = join(cluster.directory, `image-${process.pid}.tar`);
  await promisify(execFile)("docker", ["-H", `unix://${socket}`, "save", "-o", archive, image]);
  const [name = ""] = await Promise.all(
    ["node-a", "node-b"].map(async (node) => {
      const socketOf = join(cluster.directory, "nodes", node, "containerd.sock");
      const images = ["ctr", "-a", socketOf, "-n", "k8s.io", "images"];
      await ranInCluster(cluster, [...images, "import", archive]);
      const listed = await ranInCluster(cluster, [...images, "ls", `name==docker.io/library/${image}`]);
      const known = named(/sha256:[0-9a-f]{64}/.exec(listed)?.[0] ?? "");
      await ranInCluster(cluster, [...images, "tag", "--force", `docker.io/library/${image}`, known]);
      return known;
    }),
  );
  rmSync(archive);
  return name;
}
