import { entryAt } from "@retinue/contained-fs";
import { join } from "node:path";

/** In the directory of a run's supervisor. */
export function modelsFile(directory: string): string {
  return join(directory, "models.json");
}

/** Whether a broker was asked to open the run; a look at the disk. */
export function hasModels(directory: string): boolean {
  return entryAt(modelsFile(directory)) !== undefined;
}

/** Held by whoever writes run.json of a run that has a broker: the broker writes there as well. */
export function recordLock(directory: string): string {
  return join(directory, "record.lock");
}
