import type Docker from "dockerode";
import type { ContainedRun } from "../contain/contained-run.ts";
import type { Container, CreatedContainer, Ended } from "../contain/container-engine.ts";
import { containerOutput } from "./container-output.ts";
import { startGated } from "./start-gated.ts";
import { untilEnded } from "./until-ended.ts";

/** A container of Docker's as every engine has it. */
export function dockerContainer(container: Docker.Container): Container {
  return {
    ended: () => endOf(container),
    output: () => containerOutput(container),
    stop: (seconds) => unlessEnded(container.stop({ t: seconds })),
    kill: () => unlessEnded(container.kill()),
    // Its gate shuts with the connection to it, unless the host's file lies there.
    resume: async () => {},
  };
}

/** The same of one that was created for a run just now. */
export function createdContainer(container: Docker.Container, run: ContainedRun): CreatedContainer {
  return { ...dockerContainer(container), start: () => startGated(container, run) };
}

// It had ended before, or is gone.
const overStatuses = [304, 404, 409];

async function unlessEnded(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!overStatuses.includes((error as { statusCode?: number }).statusCode ?? 0)) throw error;
  }
}

async function endOf(container: Docker.Container): Promise<Ended> {
  await untilEnded(container);
  const { ExitCode, StartedAt, FinishedAt, OOMKilled } = (await container.inspect()).State;
  return {
    exitCode: ExitCode,
    seconds: (Date.parse(FinishedAt) - Date.parse(StartedAt)) / 1000,
    note: OOMKilled ? "The container was out of memory." : undefined,
  };
}
