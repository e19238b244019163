import { createSubagentManager, type SubagentManager } from "@retinue/runtime";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface StartedManager {
  readonly manager: SubagentManager;
  readonly workspace: string;
  /** Lets go of it and deletes what it wrote. */
  end(): Promise<void>;
}

/** A real manager over a workspace of its own, whose engine is `command`, with a team of one `program`. */
export function startManager(
  command: readonly string[],
  maxConcurrent: number,
  program: readonly string[] = ["true"],
): StartedManager {
  const workspace = mkdtempSync(join(realpathSync(tmpdir()), "retinue-bench-"));
  const manager = createSubagentManager({
    workspace,
    agents: [{ id: "agent", backend: { type: "command", command: [...program] } }],
    engine: { kind: "retinue-child", command: [...command] },
    runtimeMode: "inherited",
    environment: process.env,
    maxConcurrent,
    stopGrace: { interruptSeconds: 1, terminateSeconds: 1 },
  });
  return {
    manager,
    workspace,
    async end() {
      await manager.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}
