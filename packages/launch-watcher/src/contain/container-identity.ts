import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { createFileExclusive, readText } from "@retinue/contained-fs";
import type { SpoolEntry } from "@retinue/delegation-protocol/host";
import type { ContainedRun } from "./contained-run.ts";
import { makePrivateDirectory } from "../spool/spool-directory.ts";

const prefix = "io.retinue";
const launcherFile = "launcher";
/** Eight bytes in hexadecimal; of more it is not ours. */
const maxLauncherBytes = 64;

export const labelNames = {
  launcher: `${prefix}.launcher`,
  /** In its place on the container of a trial, which belongs to no request. */
  trial: `${prefix}.trial`,
  outbox: `${prefix}.outbox`,
  subagent: `${prefix}.subagent`,
  request: `${prefix}.request-sha256`,
  /** Unix seconds by which it has ended or is killed. */
  deadline: `${prefix}.deadline`,
  timeout: `${prefix}.timeout-seconds`,
} as const;

/**
 * Names this host's records, which it is kept beside: what another watcher has on the same engine is left
 * alone, also that of another host with a spool of the same path.
 */
export function launcherId(spool: string): string {
  makePrivateDirectory(spool);
  createFileExclusive(join(spool, launcherFile), randomBytes(8).toString("hex"), { mode: 0o600 });
  return knownLauncherId(spool) ?? "";
}

/** The same without making one. */
export function knownLauncherId(spool: string): string | undefined {
  return readText(join(spool, launcherFile), { maxBytes: maxLauncherBytes });
}

/** The same for the same request, so that creating it twice is a conflict. */
export function containerName(
  launcher: string,
  outbox: string,
  { subagentId, requestId }: SpoolEntry,
): string {
  return `retinue-${digest(JSON.stringify([launcher, outbox, subagentId, requestId])).slice(0, 40)}`;
}

/** Whether it names one of a request's, of whichever. */
export function isContainerName(name: string): boolean {
  return /^retinue-[0-9a-f]{40}$/.test(name);
}

interface Labelled {
  readonly launcher: string;
  readonly outbox: string;
  readonly subagentId: string;
  readonly sha256: string;
  readonly timeoutSeconds: number;
  readonly deadline: Date;
}

type Identity = Pick<Labelled, "launcher" | "outbox" | "subagentId" | "sha256">;

/** Of the labels those that say which request a container was made for, and by which host. */
export function identityLabels({ launcher, outbox, subagentId, sha256 }: Identity): Record<string, string> {
  return {
    [labelNames.launcher]: launcher,
    [labelNames.outbox]: digest(outbox).slice(0, 16),
    [labelNames.subagent]: subagentId,
    [labelNames.request]: sha256,
  };
}

/** What a container and its volumes say about themselves. No secrets: everybody on the host reads labels. */
export function labelsOf(of: Labelled): Record<string, string> {
  return {
    ...identityLabels(of),
    [labelNames.timeout]: String(of.timeoutSeconds),
    [labelNames.deadline]: String(Math.ceil(of.deadline.getTime() / 1000)),
  };
}

const identifying = [labelNames.launcher, labelNames.outbox, labelNames.subagent, labelNames.request];

/** Whether a container was made for the same request, by the same host. */
export function isMadeFor(found: Readonly<Record<string, string>>, labels: ContainedRun["labels"]): boolean {
  return identifying.every((name) => found[name] === labels[name]);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
