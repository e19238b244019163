import { fdatasyncSync, writeSync } from "node:fs";

/** How long the disk takes to have a line: no call is made before that of its reservation is there. */
export function diskMs(descriptor: number): number {
  const began = performance.now();
  writeSync(descriptor, `${"x".repeat(300)}\n`);
  fdatasyncSync(descriptor);
  return performance.now() - began;
}
