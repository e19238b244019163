// A watcher as a process, for tests that kill it: its configuration as JSON in the first argument. With
// "armed" as the second one it has loaded everything, and begins when something comes on its input.
import { once } from "node:events";
import { join } from "node:path";
import { parseWatcherConfig, startWatcher } from "@retinue/launch-watcher";

const config = parseWatcherConfig(JSON.parse(process.argv[2] ?? ""));
if (process.argv[3] === "armed") {
  process.stdout.write(`${JSON.stringify({ level: "info", event: "armed" })}\n`);
  await once(process.stdin, "data");
}
const watcher = await startWatcher({
  config,
  log: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
  environment: process.env,
  brokerCommand: [process.execPath, join(import.meta.dirname, "broker.ts")],
});
void watcher.lost.then(({ message }) => {
  process.stdout.write(`${JSON.stringify({ level: "error", event: "lost", message })}\n`);
  process.exit(1);
});
