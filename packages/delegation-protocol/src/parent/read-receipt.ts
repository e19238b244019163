import { requireId, type PolicyReceipt } from "@retinue/engine-contract";
import { delegationFiles } from "../message/file-names.ts";
import { delegationReceiptSchema } from "../message/receipt.ts";
import { readMessage } from "./read-message.ts";

/**
 * What the host says is in force for a request's run: there from before the run begins until the exchange
 * is forgotten. Undefined when the host says nothing of it, as MassGen's does, or what lies there is not that.
 */
export function readReceipt(
  directory: string,
  request: { readonly subagentId: string; readonly requestId: string },
): PolicyReceipt | undefined {
  const name = delegationFiles.receipt(requireId(request.subagentId));
  const found = readMessage(directory, name, delegationReceiptSchema, request);
  return typeof found === "object" ? found.policy : undefined;
}
