import { dockerEngine } from "@retinue/testkit";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { docker } from "../delegated/host-engine.ts";
import { hostileProgram } from "./installed-server.ts";

const image = "retinue-hostile:test";
const builder = join(import.meta.dirname, "../../../../docker/child-image-from-local.sh");
/** What its tricks need beside what any child has. */
const programs = ["mkfifo", "mknod", "setsid", "env", "date"];

/** An image whose engine is the hostile child, and the watcher's settings for it. */
export async function hostileImage(): Promise<{ image: string; engine_command: string[] }> {
  const { socket } = await dockerEngine();
  const environment = { ...process.env, DOCKER_HOST: `unix://${socket}` };
  await promisify(execFile)(builder, [image, ...programs], { env: environment });
  const container = await docker("create", image, "sh");
  await docker("cp", `${await hostileProgram()}/.`, `${container}:/opt/hostile`);
  await docker("commit", container, image);
  await docker("rm", container);
  return { image, engine_command: ["node", "/opt/hostile/main.js"] };
}
