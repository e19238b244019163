import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { timestampName } from "@retinue/engine-contract";

/** Makes a new snapshot directory of an agent, named after the time, and returns that name. */
export function makeSnapshotDirectory(attemptDirectory: string, agentId: string): string {
  mkdirSync(join(attemptDirectory, agentId), { recursive: true });
  for (let microseconds = 0; ; microseconds++) {
    const timestamp = timestampName(new Date(), microseconds % 1000);
    try {
      mkdirSync(join(attemptDirectory, agentId, timestamp));
      return timestamp;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
