import { createFileExclusive, readText } from "@retinue/contained-fs";
import { delegationResponseSchema, type DelegationResponse } from "../message/response.ts";
import { maxMessageBytes } from "../message/request.ts";
import type { Records } from "./open-exchange.ts";
import { stepFile, type SpoolEntry } from "./spool-entries.ts";

/**
 * Makes a response final, durably. The only decision point: of done, cancelled, refused, timed out and
 * interrupted the first one wins.
 *
 * @returns The response that is in force, which may be an earlier one.
 */
export function decide(
  records: Records,
  entry: SpoolEntry,
  response: DelegationResponse,
): DelegationResponse {
  const text = `${JSON.stringify(response, null, 2)}\n`;
  const won = createFileExclusive(stepFile(records, entry, "resp"), text, {
    mode: 0o600,
    confirm: records.confirm,
  });
  return won ? response : (decidedResponse(records, entry) ?? response);
}

/** What was decided about a request; undefined while nothing was. */
export function decidedResponse(records: Records, entry: SpoolEntry): DelegationResponse | undefined {
  const text = readText(stepFile(records, entry, "resp"), { maxBytes: maxMessageBytes });
  if (text === undefined) return undefined;
  return delegationResponseSchema.parse(JSON.parse(text));
}
