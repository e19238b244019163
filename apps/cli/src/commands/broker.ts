import { serveBroker } from "@retinue/model-broker/serve";

const idleSeconds = 60;

/** `retinue broker DIRECTORY`: started by a run that wants one, and outlives it for those that go on. */
export async function broker(directory: string): Promise<void> {
  const log = (message: string) => void process.stderr.write(`${new Date().toISOString()} ${message}\n`);
  const { ended, stop } = await serveBroker({ directory, log, idleSeconds });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  await ended;
}
