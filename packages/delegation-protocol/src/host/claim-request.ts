import {
  ContainedFsError,
  createFileExclusive,
  readFileWithin,
  removeEntryWithin,
} from "@retinue/contained-fs";
import { requireId } from "@retinue/engine-contract";
import { delegationFiles } from "../message/file-names.ts";
import { requestIdOf } from "../message/request-id-of.ts";
import { maxMessageBytes } from "../message/request.ts";
import type { Exchange } from "./open-exchange.ts";
import { putBack, setAside } from "./set-aside.ts";
import { stepFile, type SpoolEntry } from "./spool-entries.ts";

export type Claim =
  /** It is this host's, and new. */
  | { readonly outcome: "claimed"; readonly entry: SpoolEntry }
  /** The pair of ids was taken before: publish what was decided then, if it was. */
  | { readonly outcome: "replayed"; readonly entry: SpoolEntry }
  | { readonly outcome: "gone" }
  /** What has the name cannot be read as a file: nobody can be answered. Log the reason. */
  | { readonly outcome: "refused"; readonly reason: string };

/**
 * Takes a request out of the outbox: its bytes are read once and kept in the spool, which is all that
 * is looked at afterwards. A kill at any instant leaves it taken, untaken, or aside for `sweep`, and taking
 * it twice tells so. One that the parent puts in its place meanwhile stays there. Once it is kept it is claimed: what
 * cannot be cleared away of it in the outbox is left to `sweep`.
 *
 * @throws ContainedFsError when the spool cannot be written: it is in the outbox again then.
 */
export function claimRequest(exchange: Exchange, subagentId: string): Claim {
  exchange.confirm?.();
  const aside = setAside(exchange.root, delegationFiles.request(requireId(subagentId)));
  return aside === undefined ? { outcome: "gone" } : claimAside(exchange, subagentId, aside);
}

/** Takes a request that was set aside already. */
export function claimAside(exchange: Exchange, subagentId: string, aside: string): Claim {
  const { confirm } = exchange;
  try {
    const found = read(exchange, aside);
    if (typeof found === "string") {
      confirm?.();
      removeEntryWithin(exchange.root, aside);
      return { outcome: "refused", reason: found };
    }
    const entry = { subagentId, requestId: requestIdOf(found) };
    const isNew = createFileExclusive(stepFile(exchange, entry, "req"), found, { mode: 0o600, confirm });
    // An earlier request's says nothing of this one, and MassGen's parent leaves it there.
    if (isNew) clearReceipt(exchange, delegationFiles.receipt(subagentId));
    clearAway(exchange, aside);
    return { outcome: isNew ? "claimed" : "replayed", entry };
  } catch (error) {
    putBack(exchange.root, aside);
    throw error;
  }
}

/** One that another host has put there, since this one stood still before it changed the name, is put back. */
function clearReceipt(exchange: Exchange, name: string): void {
  const { root, confirm } = exchange;
  try {
    confirm?.();
    const aside = setAside(root, name);
    if (aside === undefined) return;
    try {
      confirm?.();
    } catch {
      return putBack(root, aside);
    }
    clearAway(exchange, aside);
  } catch {
    // As below.
  }
}

function clearAway({ root }: Exchange, name: string): void {
  try {
    removeEntryWithin(root, name);
  } catch {
    // To put the request back would make two of it.
  }
}

/** Its bytes, or why it is no request. */
function read({ root }: Exchange, name: string): Buffer | string {
  try {
    return readFileWithin(root, name, { maxBytes: maxMessageBytes }).bytes;
  } catch (error) {
    if (error instanceof ContainedFsError && error.code !== "IO_ERROR") return error.message;
    throw error;
  }
}
