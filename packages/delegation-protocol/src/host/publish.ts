import { createFileExclusive, kindWithin, writeFileAtomic } from "@retinue/contained-fs";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DelegationProtocolError } from "../delegation-protocol-error.ts";
import { delegationFiles } from "../message/file-names.ts";
import { decidedResponse } from "./decide.ts";
import type { Exchange } from "./open-exchange.ts";
import { remove } from "./set-aside.ts";
import { stepFile, type SpoolEntry } from "./spool-entries.ts";

export type Publication =
  | { readonly published: true }
  /** The parent broke or filled its outbox. Log it and try again later; the response stays in the spool. */
  | { readonly published: false; readonly reason: string };

/**
 * Gives the parent the response that was decided, always the same bytes, and takes away its cancel,
 * which would stop the subagent's next run.
 *
 * @throws DelegationProtocolError NOT_DECIDED; ContainedFsError when the spool cannot be written.
 */
export function publish(exchange: Exchange, entry: SpoolEntry): Publication {
  if (decidedResponse(exchange, entry) === undefined) {
    throw new DelegationProtocolError(
      "NOT_DECIDED",
      `Nothing was decided about ${entry.subagentId}, request ${entry.requestId}`,
      { remedy: "Decide first." },
    );
  }
  const { outbox } = exchange;
  const response = delegationFiles.response(entry.subagentId);
  const bytes = readFileSync(stepFile(exchange, entry, "resp"));
  remove(join(outbox, delegationFiles.cancel(entry.subagentId)));
  // Cheaper than to write what cannot be renamed: a parent may plant many.
  if (kindWithin(exchange.root, response) === "directory") {
    return { published: false, reason: `${response} in the outbox is a directory` };
  }
  try {
    writeFileAtomic(join(outbox, response), bytes, { mode: 0o644 });
  } catch (error) {
    return { published: false, reason: (error as Error).message };
  }
  createFileExclusive(stepFile(exchange, entry, "pub"), "", { mode: 0o600 });
  return { published: true };
}
