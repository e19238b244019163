import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Records } from "./open-exchange.ts";

// The spool is the host's alone: its names can be trusted, and a kill may have left a file a second name.

/** What a file of the spool holds, which the host wrote itself; undefined when there is none. */
export function readSpoolFile(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

export function isInSpool(path: string): boolean {
  return existsSync(path);
}

/** How many bytes a file of the spool has, and when it was written. */
export function spoolFileStats(path: string): { readonly size: number; readonly at: bigint } {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return { size: Number(size), at: mtimeNs };
}

export function spoolNames({ spool }: Records): string[] {
  return readdirSync(spool);
}

/** Removes a file of the spool. None there is as good. */
export function removeFromSpool({ spool }: Records, name: string): void {
  rmSync(join(spool, name), { force: true });
}
