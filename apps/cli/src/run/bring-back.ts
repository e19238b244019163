import type { SpawnedSubagent, SubagentManager } from "@retinue/runtime";
import { printableLine } from "@retinue/contained-fs";
import { isDrawable } from "../live/is-drawable.ts";
import { jsonText } from "../print/json-text.ts";
import { shellWord } from "../print/shell-word.ts";
import { exitCodeOf, type ResultExitCode } from "./exit-code.ts";
import type { SubagentResult } from "@retinue/status-model";
import { relative } from "node:path";
import { interruptions, type Interruptions } from "./interruptions.ts";
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
  const results = await followed(spawned, interrupts);
  printResults(results, { json, workspace, said: warnings });
  await manager.acknowledge(spawned);
  return exitCodeOf(results);
}

/** Shows how they go: on a terminal that has a size as blocks, elsewhere by a line for each change of phase. */
async function followed(
  spawned: readonly SpawnedSubagent[],
  interrupts: Interruptions,
): Promise<readonly SubagentResult[]> {
  const results = Promise.all(spawned.map(({ result }) => result));
  if (!isDrawable(process.stderr)) {
    await Promise.all(spawned.map(phaseLines));
    return results;
  }
  // Loaded where there is something to draw on, and nowhere else.
  const [{ liveView }, { liveRun }] = await Promise.all([
    import("../live/live-view.ts"),
    import("./live-runs.ts"),
  ]);
  using live = liveView(process.stderr);
  interrupts.follow(spawned, live.say);
  await Promise.all(spawned.map((run) => liveRun(run, live)));
  interrupts.follow(spawned);
  return results;
}

/** Where it works by its shortest name, so that the line is one. */
function startLine({ subagentId, timeoutSeconds, workspace }: SpawnedSubagent): string {
  const fromHere = relative(process.cwd(), workspace);
  return `${subagentId} has ${timeoutSeconds} s, and works in ${fromHere.startsWith("..") ? workspace : fromHere}`;
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
