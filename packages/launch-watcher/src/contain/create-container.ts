import type Docker from "dockerode";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { ContainedRun } from "./contained-run.ts";
import { createOptions } from "./create-options.ts";

/** @throws LaunchWatcherError ENGINE_FAILED with what the engine says. */
export async function createContainer(docker: Docker, run: ContainedRun): Promise<Docker.Container> {
  try {
    return await docker.createContainer(createOptions(run));
  } catch (error) {
    throw new LaunchWatcherError(
      "ENGINE_FAILED",
      `container ${run.name} could not be created: ${(error as Error).message}`,
      { remedy: "Run `retinue-watch doctor` on the host.", details: { container: run.name }, cause: error },
    );
  }
}
