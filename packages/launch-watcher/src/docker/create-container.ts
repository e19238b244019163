import { setTimeout as delay } from "node:timers/promises";
import type Docker from "dockerode";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { isMadeFor } from "../contain/container-identity.ts";
import { createOptions } from "./create-options.ts";
import { inspectContainer } from "./inspect-container.ts";
import { isUnreachable } from "./is-unreachable.ts";
import { removeContainer } from "./remove-container.ts";

const conflict = 409;
const attempts = 20;
const betweenMilliseconds = 250;

/**
 * Creates the container of a run that was never started. One that has its name and its labels is what a
 * watcher that died had asked the engine for: it is removed, because its pins are dead, and never started.
 *
 * @throws LaunchWatcherError NOT_OURS when somebody else's has its name; ENGINE_FAILED with what the engine
 * says; what its client throws when it says nothing.
 */
export async function createContainer(docker: Docker, run: ContainedRun): Promise<Docker.Container> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await docker.createContainer(createOptions(run));
    } catch (error) {
      if (isUnreachable(error)) throw error;
      const inTheWay = (error as { statusCode?: number }).statusCode === conflict;
      if (!inTheWay || attempt === attempts) throw failed(run, error as Error);
      const found = await inspectContainer(docker, run.name);
      if (found !== undefined && !isMadeFor(found.Config.Labels, run.labels)) throw notOurs(run);
      await removeContainer(docker, run.name);
      // The engine may still be at work on it.
      await delay(betweenMilliseconds);
    }
  }
}

function notOurs({ name }: ContainedRun): LaunchWatcherError {
  const message = `container ${name} is there already, and was made for something else`;
  const remedy = "Look who made it, and remove it by hand.";
  return new LaunchWatcherError("NOT_OURS", message, { remedy, details: { container: name } });
}

function failed({ name }: ContainedRun, cause: Error): LaunchWatcherError {
  const message = `container ${name} could not be created: ${cause.message}`;
  const remedy = "See that the engine runs, and that nothing else creates containers of that name.";
  return new LaunchWatcherError("ENGINE_FAILED", message, { remedy, details: { container: name }, cause });
}
