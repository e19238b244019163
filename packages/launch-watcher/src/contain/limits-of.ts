import type { WatcherConfig } from "../configure/watcher-config.ts";
import type { ResourceLimits } from "./contained-run.ts";

const megabyte = 1024 * 1024;

/** The configured resources, in the engine's units. */
export function limitsOf(resources: WatcherConfig["resources"]): ResourceLimits {
  return {
    memoryBytes: resources.memory_mb * megabyte,
    cpus: resources.cpus,
    pids: resources.pids,
    openFiles: resources.open_files,
    fileBytes: resources.file_mb * megabyte,
    temporaryBytes: resources.temporary_mb * megabyte,
  };
}
