import { ContainedFsError, createFileExclusive, readFileWithin } from "@retinue/contained-fs";
import { requireId } from "@retinue/engine-contract";
import { rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { delegationFiles } from "../message/file-names.ts";
import { requestIdOf } from "../message/request-id-of.ts";
import { maxMessageBytes } from "../message/request.ts";
import type { Exchange } from "./open-exchange.ts";
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
 * is looked at afterwards. A kill at any instant leaves it taken or untaken, and taking it twice tells so.
 *
 * @throws ContainedFsError when the spool cannot be written.
 */
export function claimRequest(exchange: Exchange, subagentId: string): Claim {
  const name = delegationFiles.request(requireId(subagentId));
  let bytes: Buffer;
  try {
    ({ bytes } = readFileWithin(exchange.root, name, { maxBytes: maxMessageBytes }));
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    if (error.code === "NOT_FOUND") return { outcome: "gone" };
    remove(join(exchange.outbox, name));
    return { outcome: "refused", reason: error.message };
  }
  const entry = { subagentId, requestId: requestIdOf(bytes) };
  const isNew = createFileExclusive(stepFile(exchange, entry, "req"), bytes, { mode: 0o600 });
  remove(join(exchange.outbox, name));
  return { outcome: isNew ? "claimed" : "replayed", entry };
}

/** Unlinks whatever has the name, so that it is not looked at again; never what lies inside it. */
function remove(path: string): void {
  for (const attempt of [unlinkSync, rmdirSync]) {
    try {
      attempt(path);
      return;
    } catch {
      // A directory, or gone: what cannot be removed is refused again at the next look.
    }
  }
}
