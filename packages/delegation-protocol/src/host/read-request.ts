import { createHash } from "node:crypto";
import { readText } from "@retinue/contained-fs";
import { parseMessage } from "../message/parse-message.ts";
import { delegationRequestSchema, maxMessageBytes, type DelegationRequest } from "../message/request.ts";
import type { Records } from "./open-exchange.ts";
import { stepFile, type SpoolEntry } from "./spool-entries.ts";

export type SpooledRequest =
  /** `sha256` of its text, hexadecimal: says of a container which request it was made for. */
  | { readonly ok: true; readonly request: DelegationRequest; readonly sha256: string }
  /** To be answered with the status error and this reason. */
  | { readonly ok: false; readonly problem: string };

/** The request as it was taken, checked in form. What it asks for is the host's to judge. */
export function readRequest(records: Records, entry: SpoolEntry): SpooledRequest {
  const text = readText(stepFile(records, entry, "req"), { maxBytes: maxMessageBytes });
  if (text === undefined) throw missing(stepFile(records, entry, "req"));
  const parsed = parseMessage(text, delegationRequestSchema);
  if (!parsed.ok) return { ok: false, problem: `The request was refused: ${parsed.problem}` };
  if (parsed.value.subagent_id !== entry.subagentId) {
    const problem = `The request was refused: its file is named after ${entry.subagentId}, its subagent_id is ${parsed.value.subagent_id}`;
    return { ok: false, problem };
  }
  return { ok: true, request: parsed.value, sha256: createHash("sha256").update(text).digest("hex") };
}

function missing(path: string): Error {
  return new Error(`${path} is missing: somebody took it out of the spool`);
}
