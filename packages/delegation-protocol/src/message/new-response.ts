import type { DelegationResponse, DelegationStatus } from "./response.ts";
import { tailOf } from "./tail-of.ts";

export interface Outcome {
  readonly status: DelegationStatus;
  /** Default -1: there is none. */
  readonly exitCode?: number | undefined;
  /** Cut to its last 2,000 characters. */
  readonly stdout?: string | undefined;
  /** The same; for a refusal, the reason. */
  readonly stderr?: string | undefined;
}

/** The response that says so of a request. */
export function newResponse(
  { subagentId, requestId }: { readonly subagentId: string; readonly requestId: string },
  { status, exitCode = -1, stdout = "", stderr = "" }: Outcome,
  now: Date,
): DelegationResponse {
  return {
    version: 1,
    subagent_id: subagentId,
    request_id: requestId,
    status,
    exit_code: exitCode,
    stdout_tail: tailOf(stdout),
    stderr_tail: tailOf(stderr),
    completed_at: now.toISOString(),
  };
}
