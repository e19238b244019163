import { dockerEngine as startDocker, noDockerEngine } from "@retinue/testkit";
import Docker from "dockerode";
import { beforeAll, onTestFinished, vi } from "vitest";
import type { ContainerEngine } from "../src/contain/container-engine.ts";
import { dockerEngine } from "../src/docker/docker-engine.ts";

/** Undefined, or why tests with containers are skipped: shown in their name. */
export const noEngine = noDockerEngine(process.env["RETINUE_REQUIRE_ALL"]);

/** A client of the engine that was started for this run of the tests, and its child image. */
export async function testEngine(): Promise<{ docker: Docker; image: string; socket: string }> {
  const { socket, image } = await startDocker();
  return { docker: new Docker({ socketPath: socket }), image, socket };
}

/** The same engine as the watcher has it, for one test. */
export async function testDockerEngine(): Promise<{ engine: ContainerEngine; image: string }> {
  const { socket, image } = await startDocker();
  const engine = dockerEngine({ docker_socket: socket, engine_timeout_seconds: 120 });
  onTestFinished(() => engine[Symbol.dispose]());
  return { engine, image };
}

/** What a suite that needs an engine adds to its name: why it is skipped, where it is. */
export const skipped = noEngine === undefined ? "" : ` (skipped: ${noEngine})`;

// The engine and its image take a moment, and so do containers on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });
beforeAll(async () => {
  if (noEngine === undefined) await startDocker();
});
