import type { SpawnedSubagent, SubagentManager } from "@retinue/runtime";
import { printableLine } from "@retinue/contained-fs";
import { jsonText } from "../print/json-text.ts";
import { shellWord } from "../print/shell-word.ts";
import { exitCodeOf, type ResultExitCode } from "./exit-code.ts";
import { interruptions } from "./interruptions.ts";
import { phaseLines } from "./phase-lines.ts";
import { printResults } from "./print-results.ts";

export interface BringBackOptions {
  readonly workspace?: string | undefined;
  /** Leaves the runs to themselves once they are launched, and prints their ids. */
  readonly detach?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Starts runs and follows them to their results, which are printed. Ctrl-C asks them to finish, and then stops them.
 *
 * @throws What `start` throws: nothing was started.
 */
export async function bringBack(
  manager: SubagentManager,
  start: (signal: AbortSignal) => Promise<readonly SpawnedSubagent[]>,
  { workspace = ".", detach = false, json = false }: BringBackOptions,
): Promise<ResultExitCode> {
  using interrupts = interruptions(manager);
  const spawned = await start(interrupts.signal);
  interrupts.follow(spawned);
  const warnings = new Set(spawned.flatMap(({ warning }) => warning ?? []));
  for (const line of [...spawned.map(startLine), ...[...warnings].map((warning) => `warning: ${warning}`)])
    process.stderr.write(`retinue: ${printableLine(line)}\n`);
  if (detach) {
    await Promise.all(spawned.map(({ launched }) => launched));
    printDetached(spawned, { workspace, json });
    return 0;
  }
  const lines = spawned.map(phaseLines);
  const results = await Promise.all(spawned.map(({ result }) => result));
  await Promise.all(lines);
  printResults(results, { json, workspace, said: warnings });
  await manager.acknowledge(spawned);
  return exitCodeOf(results);
}

function startLine({ subagentId, timeoutSeconds, workspace }: SpawnedSubagent): string {
  return `${subagentId} has ${timeoutSeconds} s, and works in ${workspace}`;
}

function printDetached(
  spawned: readonly SpawnedSubagent[],
  { workspace, json }: { readonly workspace: string; readonly json: boolean },
): void {
  const started = spawned.map(({ subagentId, run, workspace: place, statusFile, timeoutSeconds }) => ({
    subagent_id: subagentId,
    run,
    workspace: place,
    status_file: statusFile,
    timeout_seconds: timeoutSeconds,
  }));
  const ids = started.map(({ subagent_id }) => subagent_id);
  process.stdout.write(
    json ? jsonText(started.length === 1 ? started[0] : { started }, 2) : `${ids.join("\n")}\n`,
  );
  const where = workspace === "." ? "" : ` --workspace ${shellWord(workspace)}`;
  process.stderr.write(`retinue: goes on by itself; for the answer: retinue wait ${ids.join(" ")}${where}\n`);
}
