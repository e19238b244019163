import { writeFileWithin } from "@retinue/contained-fs";
import type { PolicyReceipt } from "@retinue/engine-contract";
import { delegationFiles } from "../message/file-names.ts";
import type { DelegationReceipt } from "../message/receipt.ts";
import type { Exchange } from "./open-exchange.ts";
import type { Publication } from "./publish.ts";
import type { SpoolEntry } from "./spool-entries.ts";

/**
 * Tells the parent what is in force for its run. To be called before `mark(…, "go")`: then every run that
 * ever began has its receipt there, and no crash has to be thought of.
 */
export function publishReceipt(
  { root, confirm }: Exchange,
  { subagentId, requestId }: SpoolEntry,
  policy: PolicyReceipt,
): Publication {
  const receipt: DelegationReceipt = { version: 1, subagent_id: subagentId, request_id: requestId, policy };
  const name = delegationFiles.receipt(subagentId);
  try {
    writeFileWithin(root, name, `${JSON.stringify(receipt, null, 2)}\n`, {
      mode: 0o644,
      durable: false,
      confirm,
    });
    return { published: true };
  } catch (error) {
    return { published: false, reason: (error as Error).message };
  }
}
