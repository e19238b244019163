import { serveBroker, type Network } from "@retinue/model-broker/serve";
import { say } from "../say.ts";

/**
 * Serves the models of a host's runs until nobody needs it, or until it is told to end: `stays`. It outlives its watcher.
 *
 * @param network Where it is asked by other machines.
 */
export async function broker(directory: string, stays: boolean, network?: Network): Promise<number> {
  const log = (message: string) => say(process.stderr, `${new Date().toISOString()} ${message}`);
  const idleSeconds = stays ? "never" : 60;
  const { ended, stop } = await serveBroker({ directory, log, idleSeconds, network });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  await ended;
  return 0;
}
