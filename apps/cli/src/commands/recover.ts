import { recover as recoverDirectory, type RecoverOptions } from "@retinue/recovery";
import { recoveryAccount } from "../account/recovery-account.ts";
import { jsonText } from "../print/json-text.ts";

export interface RecoverCommandOptions {
  /** The runtime workspace, when it is not found by itself. */
  readonly workspace?: string | undefined;
  readonly ending?: RecoverOptions["ending"] | undefined;
  /** Prints the result and how it was found as one JSON object, and nothing else. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue recover <dir>`: prints what a dead run left behind.
 *
 * @returns The exit code: 0 when there is an answer, 1 when there is none.
 * @throws RecoveryError when the directory is not one run's.
 */
export async function recover(
  directory: string,
  { workspace, ending, json = false }: RecoverCommandOptions,
): Promise<0 | 1> {
  const recovered = await recoverDirectory(directory, {
    ...(workspace !== undefined && { workspacePath: workspace }),
    ...(ending !== undefined && { ending }),
  });
  const { result, kind, ending: ended, statusPath, attempts, considered } = recovered;
  const recovery = {
    found: kind,
    ended,
    attempts,
    ...(statusPath && { status_path: statusPath }),
    considered,
  };
  process.stdout.write(json ? jsonText({ ...result, recovery }, 2) : recoveryAccount(recovered));
  return result.answer === null ? 1 : 0;
}
