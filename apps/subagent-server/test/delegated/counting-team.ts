import type { SubagentManagerOptions } from "@retinue/runtime";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DelegatingHost } from "./delegating-host.ts";

const programs = join(import.meta.dirname, "../programs");

/** An agent of a delegated team as a program of the image: `node -e`. */
export const worker = readFileSync(join(programs, "delegated-worker.mjs"), "utf8");

/** The program of a parent that uses the manager as a library. */
export const parentProgram = join(programs, "delegating-parent.ts");

/**
 * Two agents that count the words of the parent's notes. The second waits for files in the parent's
 * workspace first, so that a test decides when the run may go on.
 */
export function countingTeam(waitFor: readonly string[], port = 9) {
  const member = (id: string, ...rest: readonly string[]) => ({
    id,
    backend: {
      type: "command",
      command: ["node", "--input-type=module", "-e", worker, String(port), ...rest],
    },
  });
  return [member("ada"), member("grace", ...waitFor)];
}

/** What a parent's manager is made with. */
export function delegatedOptions(
  { workspace, outbox }: Pick<DelegatingHost, "workspace" | "outbox">,
  team: SubagentManagerOptions["agents"],
) {
  return {
    workspace,
    agents: team,
    engine: { kind: "retinue-child" as const, command: ["retinue-child"] },
    runtimeMode: "delegated" as const,
    delegationDirectory: outbox,
  };
}
