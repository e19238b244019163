import {
  createFileExclusive,
  kindWithin,
  readText,
  removeEntryWithin,
  writeFileWithin,
} from "@retinue/contained-fs";
import { DelegationProtocolError } from "../delegation-protocol-error.ts";
import { delegationFiles } from "../message/file-names.ts";
import { maxMessageBytes } from "../message/request.ts";
import type { Exchange } from "./open-exchange.ts";
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
  const text = readText(stepFile(exchange, entry, "resp"), { maxBytes: maxMessageBytes });
  if (text === undefined) {
    throw new DelegationProtocolError(
      "NOT_DECIDED",
      `Nothing was decided about ${entry.subagentId}, request ${entry.requestId}`,
      { remedy: "Decide first." },
    );
  }
  const { root, confirm } = exchange;
  const response = delegationFiles.response(entry.subagentId);
  confirm?.();
  removeEntryWithin(root, delegationFiles.cancel(entry.subagentId));
  // Cheaper than to write what cannot be renamed: a parent may plant many.
  if (kindWithin(root, response) === "directory") {
    return { published: false, reason: `${response} in the outbox is a directory` };
  }
  try {
    writeFileWithin(root, response, text, { mode: 0o644, confirm });
  } catch (error) {
    return { published: false, reason: (error as Error).message };
  }
  createFileExclusive(stepFile(exchange, entry, "pub"), "", { mode: 0o600, confirm });
  return { published: true };
}
