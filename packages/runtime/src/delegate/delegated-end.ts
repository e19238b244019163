import { createFileExclusive, writeFileAtomic } from "@retinue/contained-fs";
import type { DelegationResponse } from "@retinue/delegation-protocol";
import type { SupervisorRecord } from "@retinue/engine-contract";
import { join } from "node:path";
import { ifReadable, readEnded, readStopped, runFiles } from "../supervise/run-files.ts";

/** Notes why a run is being stopped, once: the first reason counts. */
export function noteStopped(directory: string, reason: "timeout" | "cancelled"): void {
  try {
    createFileExclusive(join(directory, runFiles.stopped), `${reason}\n`, { durable: false });
  } catch {
    // The directory is gone, and nobody will ask.
  }
}

/** How the run ended, in the words of a supervisor, from what the host answered. */
export function endOf(directory: string, response: DelegationResponse): SupervisorRecord {
  const { status, exit_code, completed_at } = response;
  const noted = ifReadable(() => readStopped(directory));
  const told = status === "timeout" || status === "cancelled" ? status : "";
  const completedAt = Date.parse(completed_at);
  return {
    version: 1,
    exit_code: status === "completed" ? 0 : exit_code,
    // A host that ends a run because it was told to may call that an error; why it was told is known here.
    stopped: status === "completed" ? "" : noted || told,
    ended_at: Math.floor((Number.isNaN(completedAt) ? Date.now() : completedAt) / 1000),
  };
}

/** Keeps an end and the last output, durably; of several servers that saw different ends the first is right. */
export function recordEnd(
  directory: string,
  end: SupervisorRecord,
  output: { readonly stdout: string; readonly stderr: string },
): SupervisorRecord {
  if (readEnded(directory) === undefined) {
    writeFileAtomic(join(directory, runFiles.stdout), output.stdout);
    writeFileAtomic(join(directory, runFiles.stderr), output.stderr);
    createFileExclusive(join(directory, runFiles.ended), `${JSON.stringify(end)}\n`);
  }
  return readEnded(directory) ?? end;
}
