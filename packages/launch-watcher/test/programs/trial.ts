// A trial as a process, for tests that kill it or confine it: its configuration as JSON in the first argument.
import { parseWatcherConfig, tryRun } from "@retinue/launch-watcher";

await tryRun(parseWatcherConfig(JSON.parse(process.argv[2] ?? "")));
