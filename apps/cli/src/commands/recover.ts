import { listAnswers, recoverEach, type RecoveredDirectory, type RecoverOptions } from "@retinue/recovery";
import { printable } from "@retinue/contained-fs";
import { livenessOf } from "@retinue/runtime";
import { resolve } from "node:path";
import { newestOf } from "../account/newest-of.ts";
import { recoveryAccount } from "../account/recovery-account.ts";
import { placeOf, recoveryTable } from "../account/recovery-table.ts";
import { jsonText } from "../print/json-text.ts";

export interface RecoverCommandOptions {
  /** The runtime workspace, when it is not found by itself. */
  readonly workspace?: string | undefined;
  readonly ending?: RecoverOptions["ending"] | undefined;
  /** Names every answer, of all agents and attempts. */
  readonly all?: boolean | undefined;
  /** Prints the result and how it was found as one JSON object, and nothing else. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue recover <dir>`: prints what dead runs left behind; of several, a table.
 *
 * @returns The exit code: 0 when there is an answer, 1 when there is none.
 * @throws RecoveryError when there is no run in the directory, or it may not be looked into.
 */
export async function recover(
  directory: string,
  { workspace, ending, all = false, json = false }: RecoverCommandOptions,
): Promise<0 | 1> {
  const { runs, failed, isCut } = await recoverEach(directory, {
    ...(workspace !== undefined && { workspacePath: workspace }),
    ...(ending !== undefined && { ending }),
    isAlive: livenessOf,
  });
  const [first] = runs;
  if (runs.length === 1 && first !== undefined) {
    process.stdout.write(json ? jsonText(await document(first), 2) : await account(first, { all }));
  } else if (json) {
    process.stdout.write(jsonText({ runs: await Promise.all(runs.map(document)), failed, is_cut: isCut }, 2));
  } else {
    const above = resolve(directory);
    process.stdout.write(recoveryTable(runs, above));
    if (all)
      for (const run of runs)
        process.stdout.write(`\n${await account(run, { all, title: placeOf(run, above) })}`);
  }
  for (const each of failed) process.stderr.write(`retinue: ${printable(each)}\n`);
  if (isCut)
    process.stderr.write("retinue: there is more than is looked through at once: name a part of it\n");
  return runs.some(({ result }) => result.answer !== null) ? 0 : 1;
}

async function account(
  recovered: RecoveredDirectory,
  how: Parameters<typeof recoveryAccount>[2],
): Promise<string> {
  return recoveryAccount(recovered, await listAnswers(recovered), how);
}

async function document(recovered: RecoveredDirectory): Promise<object> {
  const { result, kind, ending, statusPath, attempts, considered, unreadable } = recovered;
  const answers = await listAnswers(recovered);
  const recovery = {
    found: kind,
    ended: ending,
    attempts,
    ...(statusPath && { status_path: statusPath }),
    considered: considered.map((each) => {
      const path = newestOf(each, answers);
      return { ...each, ...(path !== undefined && { path }) };
    }),
    answers,
    ...(unreadable.length > 0 && { unreadable }),
  };
  return { ...result, recovery };
}
