import { processesOf } from "./processes-of.ts";
import type { World } from "./world.ts";

/** Ends whatever of a world is alive: a cut of its power, or what a violation left. */
export function endWorld({ base }: World): void {
  // What forks meanwhile is found by the next look.
  for (let found = processesOf(base); found.length > 0; found = processesOf(base)) {
    for (const { pid } of found) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Gone by itself.
      }
    }
  }
}
