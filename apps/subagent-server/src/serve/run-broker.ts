import { serveBroker } from "@retinue/model-broker/serve";

const idleSeconds = 60;

/** `retinue-mcp broker DIRECTORY`: what the runs of this user ask their models at. It outlives the server that starts it. */
export async function runBroker(directory: string): Promise<void> {
  const log = (message: string) => void process.stderr.write(`${new Date().toISOString()} ${message}\n`);
  const { ended, stop } = await serveBroker({ directory, log, idleSeconds });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  await ended;
}
