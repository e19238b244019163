import { z } from "zod";
import type { DelegationResponse, DelegationStatus } from "./response.ts";
import { tailOf } from "./tail-of.ts";
import { requireArguments } from "../require-arguments.ts";

export interface Outcome {
  readonly status: DelegationStatus;
  /** Default -1: there is none. */
  readonly exitCode?: number | undefined;
  /** Cut to its last 2,000 characters. */
  readonly stdout?: string | undefined;
  /** The same; for a refusal, the reason. */
  readonly stderr?: string | undefined;
  /** What it spent on models, where the host counted that. */
  readonly spent?: DelegationResponse["spent"];
  /** The last calls that it paid for. */
  readonly calls?: DelegationResponse["calls"];
}

const argumentsSchema = z.object({
  request: z.looseObject({ subagentId: z.string(), requestId: z.string() }),
  outcome: z.looseObject({
    status: z.string(),
    stdout: z.string().optional(),
    stderr: z.string().optional(),
  }),
  now: z.date(),
});

/** The response that says so of a request. @throws DelegationProtocolError INVALID_INPUT. */
export function newResponse(
  request: { readonly subagentId: string; readonly requestId: string },
  outcome: Outcome,
  now: Date,
): DelegationResponse {
  requireArguments("newResponse", argumentsSchema, { request, outcome, now });
  const { subagentId, requestId } = request;
  const { status, exitCode = -1, stdout = "", stderr = "", spent, calls = [] } = outcome;
  return {
    version: 1,
    subagent_id: subagentId,
    request_id: requestId,
    status,
    exit_code: exitCode,
    stdout_tail: tailOf(stdout),
    stderr_tail: tailOf(stderr),
    ...(spent !== undefined && { spent }),
    ...(calls.length > 0 && { calls }),
    completed_at: now.toISOString(),
  };
}
