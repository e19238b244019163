import { readText, writeFileAtomic } from "@retinue/contained-fs";
import { readReceipt } from "@retinue/delegation-protocol/parent";
import { policyReceiptSchema, type PolicyReceipt } from "@retinue/engine-contract";
import { join } from "node:path";
import type { Delegation } from "./delegation-record.ts";

const NAME = "policy.json";
const MAX_BYTES = 1024 * 1024;

/** Keeps what the host says was in force for a run, before the shared directory forgets it. */
export function keepPolicy(directory: string, { delegation_directory, request }: Delegation): void {
  const { subagent_id: subagentId, request_id: requestId } = request;
  const policy = readReceipt(delegation_directory, { subagentId, requestId });
  if (policy !== undefined) writeFileAtomic(join(directory, NAME), JSON.stringify(policy));
}

/** What was kept; undefined for a run of another mode, and where the host said nothing. */
export function policyInForce(directory: string): PolicyReceipt | undefined {
  try {
    return policyReceiptSchema.parse(
      JSON.parse(readText(join(directory, NAME), { maxBytes: MAX_BYTES }) ?? ""),
    );
  } catch {
    // None was kept.
    return undefined;
  }
}
