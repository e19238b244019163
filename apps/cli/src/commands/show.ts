import { printable, printableLine } from "@retinue/contained-fs";
import { listAnswers, recoverEach } from "@retinue/recovery";
import { livenessOf } from "@retinue/runtime";
import { callsOf } from "../watch/call-reader.ts";
import { recordIn } from "../account/record-in.ts";
import { recoveryAccount } from "../account/recovery-account.ts";
import { runTimeline } from "../account/run-timeline.ts";
import { jsonText } from "../print/json-text.ts";
import { logPathOf } from "./log-path-of.ts";

export interface ShowOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `retinue show <id>`: its runs in their order, with what was in force and the calls of its models, and the recovery's account of its last: the answer,
 * by which rule, everybody else's, votes, files, cost.
 *
 * @throws RuntimeError when there is no such subagent, RecoveryError when its logs cannot be read.
 */
export async function show(subagentId: string, { workspace, json = false }: ShowOptions): Promise<void> {
  const logPath = await logPathOf(subagentId, workspace);
  const record = recordIn(logPath);
  const { runs, failed } = await recoverEach(logPath, { isAlive: livenessOf });
  for (const each of failed) process.stderr.write(`retinue: ${printable(each)}\n`);
  const accounts = await Promise.all(
    runs.map(async (recovered) => ({ recovered, answers: await listAnswers(recovered) })),
  );
  if (json) {
    const shown = accounts.map(({ recovered, answers }) => ({ result: recovered.result, answers }));
    return void process.stdout.write(jsonText({ record, ...shown[0] }, 2));
  }
  if (record !== undefined) {
    const lines = runTimeline(record, (run) => callsOf(logPath, run));
    process.stdout.write(`${lines.map(printableLine).join("\n")}\n\n`);
  }
  for (const { recovered, answers } of accounts)
    process.stdout.write(recoveryAccount(recovered, answers, { all: true, logs: logPath }));
}
