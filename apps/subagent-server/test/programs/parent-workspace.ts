import { temporaryDirectory } from "@retinue/testkit";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const worker = join(import.meta.dirname, "worker.mjs");

/**
 * A workspace whose team of one answers `text` after `seconds`. Isolated falls back to inherited, so
 * that the tests run inside a container and outside.
 */
export function parentWorkspace({ seconds = 0, text = "the work is done" } = {}): string {
  const directory = temporaryDirectory("retinue-server-");
  const config = {
    agents: [
      {
        id: "solo",
        backend: { type: "command", command: [process.execPath, worker, String(seconds), text] },
      },
    ],
    orchestrator: { coordination: { subagent_runtime_fallback_mode: "inherited" } },
  };
  // JSON is YAML.
  writeFileSync(join(directory, "retinue.yaml"), JSON.stringify(config));
  return directory;
}
