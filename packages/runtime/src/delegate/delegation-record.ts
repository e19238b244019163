import { createFileExclusive, entryAt, readText } from "@retinue/contained-fs";
import { delegationRequestSchema } from "@retinue/delegation-protocol";
import { join } from "node:path";
import { z } from "zod";
import { maxDocumentBytes } from "../record/document-limit.ts";

const NAME = "delegation.json";
const ASKED = "asked";

/** What was asked of a host, or that it will never be. Kept in the run's directory before anything is asked. */
const delegationRecordSchema = z.union([
  z.object({
    version: z.literal(1),
    delegation_directory: z.string(),
    give_up_at: z.number().describe("Unix time in milliseconds: deadline and grace"),
    request: delegationRequestSchema,
  }),
  z.object({
    version: z.literal(1),
    adopted: z.literal(true).describe("Claimed by a server that found it not launched"),
  }),
]);
type DelegationRecord = z.infer<typeof delegationRecordSchema>;

/** A run that a host was asked for. */
export type Delegation = Extract<DelegationRecord, { request: unknown }>;

/** Claims a run, for launching it or so that nobody ever does. False when somebody was first. */
export function writeDelegation(directory: string, record: DelegationRecord): boolean {
  // The configuration in a request may carry a key.
  return createFileExclusive(join(directory, NAME), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

/** The run that was asked for; undefined when none was or will be, or the record cannot be read. */
export function readDelegation(directory: string): Delegation | undefined {
  try {
    const record = delegationRecordSchema.parse(
      JSON.parse(readText(join(directory, NAME), { maxBytes: maxDocumentBytes }) ?? ""),
    );
    return "request" in record ? record : undefined;
  } catch {
    // Nothing was launched by anything that is not a whole record of version 1.
    return undefined;
  }
}

/** Notes that the request has been put where the host looks. */
export function noteAsked(directory: string): void {
  try {
    createFileExclusive(join(directory, ASKED), "", { durable: false });
  } catch {
    // Then it is put there again, which does no harm.
  }
}

export function wasAsked(directory: string): boolean {
  return entryAt(join(directory, ASKED)) !== undefined;
}
