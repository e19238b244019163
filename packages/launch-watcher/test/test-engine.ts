import { dockerEngine, noDockerEngine } from "@retinue/testkit";
import Docker from "dockerode";
import { beforeAll, vi } from "vitest";

/** Undefined, or why tests with containers are skipped: shown in their name. */
export const noEngine = noDockerEngine(process.env["RETINUE_REQUIRE_ALL"]);

/** A client of the engine that was started for this run of the tests, and its child image. */
export async function testEngine(): Promise<{ docker: Docker; image: string; socket: string }> {
  const { socket, image } = await dockerEngine();
  return { docker: new Docker({ socketPath: socket }), image, socket };
}

/** What a suite that needs an engine adds to its name: why it is skipped, where it is. */
export const skipped = noEngine === undefined ? "" : ` (skipped: ${noEngine})`;

// The engine and its image take a moment, and so do containers on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });
beforeAll(async () => {
  if (noEngine === undefined) await dockerEngine();
});
