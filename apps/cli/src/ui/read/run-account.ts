import { listAnswers, recover } from "@retinue/recovery";
import type { RunAccount } from "@retinue/run-page";
import { livenessOf } from "@retinue/runtime";
import { directoryKinds, rules } from "../../account/account-words.ts";
import { meaningOf } from "../../account/meaning-of.ts";
import { newestOf } from "../../account/newest-of.ts";
import { notReadable } from "../not-readable.ts";
import type { ListedRun } from "../find/run-source.ts";

/** The recovery's account of a run, as `retinue show` and `retinue recover` give it. */
export async function readRunAccount({ directory, subagentId }: ListedRun): Promise<RunAccount> {
  if (directory === undefined) throw notReadable(subagentId);
  const recovered = await recover(directory, { isAlive: livenessOf });
  const { result, ending, considered, kind, statusPath, attempts, unreadable } = recovered;
  const answers = await listAnswers(recovered);
  return {
    ...meaningOf(recovered),
    ending,
    result,
    rules: Object.entries(rules).map(([reason, text]) => ({ reason: reason as keyof typeof rules, text })),
    considered: considered.map((each) => {
      const path = newestOf(each, answers);
      return { ...each, ...(path !== undefined && { path }) };
    }),
    answers,
    found: directoryKinds[kind],
    statusPath,
    attempts,
    unreadable,
  };
}
