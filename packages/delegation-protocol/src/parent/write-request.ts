import { writeFileAtomic } from "@retinue/contained-fs";
import { join } from "node:path";
import { z } from "zod";
import { DelegationProtocolError } from "../delegation-protocol-error.ts";
import { delegationFiles } from "../message/file-names.ts";
import { parseMessage } from "../message/parse-message.ts";
import { delegationRequestSchema, maxMessageBytes, type DelegationRequest } from "../message/request.ts";
import { requireArguments } from "../require-arguments.ts";

const argumentsSchema = z.object({ directory: z.string(), request: z.looseObject({}) });

/**
 * Puts a request into the shared directory, whole or not at all. Writing the same one again is harmless: it
 * is run once, and answered again. Call `forgetExchange` before a new one: an old cancel would stop it.
 *
 * @throws DelegationProtocolError INVALID_REQUEST, INVALID_INPUT; ContainedFsError when the directory cannot be written.
 */
export function writeRequest(directory: string, request: DelegationRequest): void {
  requireArguments("writeRequest", argumentsSchema, { directory, request });
  const text = `${JSON.stringify(request, null, 2)}\n`;
  const problem = problemOf(text);
  if (problem !== undefined) {
    throw new DelegationProtocolError("INVALID_REQUEST", `The request cannot be delegated: ${problem}`, {
      remedy: "Correct the named keys; a task that is too long belongs into a file of the workspace.",
      details: { subagent_id: request.subagent_id },
    });
  }
  writeFileAtomic(join(directory, delegationFiles.request(request.subagent_id)), text);
}

function problemOf(text: string): string | undefined {
  const size = Buffer.byteLength(text);
  if (size > maxMessageBytes) return `it has ${size} bytes, and ${maxMessageBytes} are allowed`;
  const parsed = parseMessage(text, delegationRequestSchema);
  return parsed.ok ? undefined : parsed.problem;
}
