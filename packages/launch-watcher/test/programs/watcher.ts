// A watcher as a process, for tests that kill it: its configuration as JSON in the first argument.
import { parseWatcherConfig, startWatcher } from "@retinue/launch-watcher";

const config = parseWatcherConfig(JSON.parse(process.argv[2] ?? ""));
await startWatcher({ config, log: (event) => process.stdout.write(`${JSON.stringify(event)}\n`) });
