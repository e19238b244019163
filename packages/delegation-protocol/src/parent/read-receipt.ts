import { requireId, type PolicyReceipt } from "@retinue/engine-contract";
import { z } from "zod";
import { delegationFiles } from "../message/file-names.ts";
import { delegationReceiptSchema } from "../message/receipt.ts";
import { readMessage } from "./read-message.ts";
import { requireArguments } from "../require-arguments.ts";

const argumentsSchema = z.object({ directory: z.string(), request: z.looseObject({}) });

/**
 * What the host says is in force for a request's run: there from before the run begins until the exchange
 * is forgotten. Undefined when the host says nothing of it, as MassGen's does, or what lies there is not that.
 *
 * @throws DelegationProtocolError INVALID_INPUT, EngineContractError INVALID_ID.
 */
export function readReceipt(
  directory: string,
  request: { readonly subagentId: string; readonly requestId: string },
): PolicyReceipt | undefined {
  requireArguments("readReceipt", argumentsSchema, { directory, request });
  const name = delegationFiles.receipt(requireId(request.subagentId));
  const found = readMessage(directory, name, delegationReceiptSchema, request);
  return typeof found === "object" ? found.policy : undefined;
}
