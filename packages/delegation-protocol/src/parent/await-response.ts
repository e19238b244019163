import { directoryChanges } from "@retinue/contained-fs";
import { requireId } from "@retinue/engine-contract";
import { z } from "zod";
import { delegationFiles } from "../message/file-names.ts";
import { delegationResponseSchema, type DelegationResponse } from "../message/response.ts";
import { readMessage } from "./read-message.ts";
import { requireArguments } from "../require-arguments.ts";

export interface AwaitOptions {
  readonly subagentId: string;
  /** Responses to other requests are left alone. */
  readonly requestId: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Whether the wait keeps this process alive. Default true. */
  readonly keepAlive?: boolean | undefined;
  /** Told, once each, of what lies there instead of the response. Must not throw. */
  readonly onIgnored?: ((reason: string) => void) | undefined;
}

const argumentsSchema = z.object({
  directory: z.string(),
  options: z.looseObject({ requestId: z.string(), signal: z.instanceof(AbortSignal) }),
});

/**
 * Waits for the response to a request. One that does not parse, or answers another request, is waited
 * out. Resolves with undefined when the signal ends the wait; never rejects for what lies in the directory.
 *
 * @throws DelegationProtocolError INVALID_INPUT, EngineContractError INVALID_ID.
 */
export async function awaitResponse(
  directory: string,
  options: AwaitOptions,
): Promise<DelegationResponse | undefined> {
  requireArguments("awaitResponse", argumentsSchema, { directory, options });
  const { subagentId, requestId, signal, keepAlive, onIgnored = () => {} } = options;
  const name = delegationFiles.response(requireId(subagentId));
  const told = new Set<string>();
  for await (const names of directoryChanges(directory, { signal, keepAlive })) {
    // Told of others' files only.
    if (names !== "any" && names.size > 0 && !names.has(name)) continue;
    const found = readMessage(directory, name, delegationResponseSchema, { subagentId, requestId });
    if (typeof found === "object") return found;
    if (found === undefined || told.has(found)) continue;
    told.add(found);
    onIgnored(found);
  }
  return undefined;
}
