import { serveBroker } from "@retinue/model-broker/serve";
import { say } from "../say.ts";

/** Serves the models of a host's runs until nobody needs it, or until it is told to end: `stays`. It outlives its watcher. */
export async function broker(directory: string, stays: boolean): Promise<number> {
  const log = (message: string) => say(process.stderr, `${new Date().toISOString()} ${message}`);
  const { ended, stop } = await serveBroker({ directory, log, idleSeconds: stays ? "never" : 60 });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  await ended;
  return 0;
}
