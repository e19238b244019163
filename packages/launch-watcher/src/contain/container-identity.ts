import { createHash } from "node:crypto";
import type { SpoolEntry } from "@retinue/delegation-protocol/host";

const prefix = "io.retinue";

export const labelNames = {
  launcher: `${prefix}.launcher`,
  outbox: `${prefix}.outbox`,
  subagent: `${prefix}.subagent`,
  request: `${prefix}.request-sha256`,
  /** Unix seconds by which it has ended or is killed. */
  deadline: `${prefix}.deadline`,
  timeout: `${prefix}.timeout-seconds`,
  /** Whether its workspace is root's, and has to be given back. */
  lent: `${prefix}.lent`,
} as const;

/** Names this host's records: containers of another watcher on the same engine are left alone. */
export function launcherId(spool: string): string {
  return digest(spool).slice(0, 16);
}

/** The same for the same request, so that creating it twice is a conflict. */
export function containerName(
  launcher: string,
  outbox: string,
  { subagentId, requestId }: SpoolEntry,
): string {
  return `retinue-${digest(JSON.stringify([launcher, outbox, subagentId, requestId])).slice(0, 40)}`;
}

export interface Labelled {
  readonly launcher: string;
  readonly outbox: string;
  readonly subagentId: string;
  readonly sha256: string;
  readonly timeoutSeconds: number;
  readonly deadline: Date;
  readonly lent: boolean;
}

/** What a container and its volumes say about themselves. No secrets: everybody on the host reads labels. */
export function labelsOf(of: Labelled): Record<string, string> {
  return {
    [labelNames.launcher]: of.launcher,
    [labelNames.outbox]: digest(of.outbox).slice(0, 16),
    [labelNames.subagent]: of.subagentId,
    [labelNames.request]: of.sha256,
    [labelNames.timeout]: String(of.timeoutSeconds),
    [labelNames.deadline]: String(Math.ceil(of.deadline.getTime() / 1000)),
    [labelNames.lent]: String(of.lent),
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
