import { dockerEngine, temporaryDirectory } from "@retinue/testkit";
import { randomBytes } from "node:crypto";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { onTestFinished } from "vitest";
import type { DelegatingHost } from "./delegating-host.ts";
import { docker } from "./host-engine.ts";

/** A program in TypeScript with everything it imports, in a directory of its own: `main.js`. */
export async function bundled(program: string): Promise<string> {
  const directory = temporaryDirectory();
  chmodSync(directory, 0o755);
  const bundle = await rolldown({ input: { main: program }, platform: "node", logLevel: "silent" });
  await bundle.write({ dir: directory, format: "esm" });
  return directory;
}

/** A parent's container: of the host it sees its outbox and its workspace, by their own paths, and no more. */
export interface ParentContainer {
  readonly id: string;
  /** The command line that runs Node in it, on a program that it was given. */
  command(program: string, ...args: readonly string[]): [string, ...string[]];
  /** The same, at once; resolves with what it prints. */
  node(program: string, ...args: readonly string[]): Promise<string>;
  /** As a crash of its machine ends it. */
  kill(): Promise<void>;
}

/**
 * Starts one as that user, without a single capability: what it can read, the user can read. It gets the
 * programs by copying them: `name: directory`, as `/opt/<name>`.
 */
export async function parentContainer(
  { outbox, workspace }: DelegatingHost,
  uid: number,
  programs: Readonly<Record<string, string>>,
): Promise<ParentContainer> {
  const { socket, image } = await dockerEngine();
  const name = `parent-${randomBytes(6).toString("hex")}`;
  const shared = [outbox, workspace].flatMap((path) => ["-v", `${path}:${path}`]);
  const confined = ["--network", "none", "--cap-drop", "ALL", "--user", `${uid}:${uid}`];
  const run = [...confined, ...shared, "-w", workspace, image, "sleep", "3600"];
  const id = await docker("create", "--name", name, ...run);
  onTestFinished(async () => void (await docker("rm", "-f", name)));
  for (const [as, directory] of Object.entries(programs)) {
    await docker("cp", `${directory}/.`, `${name}:/opt/${as}`);
  }
  await docker("start", name);
  const exec = (...args: readonly string[]) => ["exec", "-i", name, "node", ...args];
  const main = (program: string) => join("/opt", program, "main.js");
  return {
    id,
    command: (program, ...args) => ["docker", "-H", `unix://${socket}`, ...exec(main(program), ...args)],
    node: (program, ...args) => docker(...exec(main(program), ...args)),
    kill: async () => void (await docker("kill", name)),
  };
}
