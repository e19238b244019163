import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";

const TAIL_BYTES = 2_000;

/**
 * The last lines that a run printed: its errors, or its output when it printed no errors. MassGen always has
 * warnings to print and says some of its errors in its output, marked by a cross: these come first.
 */
export function lastOutput(supervisorDirectory: string): string {
  const errors = tail(join(supervisorDirectory, "stderr.log"));
  const output = tail(join(supervisorDirectory, "stdout.log"));
  if (errors === "") return output;
  const marked = output.split("\n").filter((line) => line.startsWith("❌"));
  return [...marked, errors].join("\n");
}

function tail(path: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    // The run was never started.
    return "";
  }
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString("utf8", 0, read).trim();
  } finally {
    closeSync(descriptor);
  }
}
