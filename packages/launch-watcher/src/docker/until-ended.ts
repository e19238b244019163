import type Docker from "dockerode";
import { EngineSilentError } from "./engine-client.ts";

/** Waits until a container has ended, however long that takes, and asks again when the engine says nothing. */
export async function untilEnded(container: Docker.Container): Promise<void> {
  for (;;) {
    try {
      await container.wait();
      return;
    } catch (error) {
      if (!(error instanceof EngineSilentError)) throw error;
      // It runs on, or the engine hangs: then this is not answered either, and that is thrown.
      if (!(await container.inspect()).State.Running) return;
    }
  }
}
