import { findProgram } from "@retinue/runtime";

/** Whether the shell would find a program. */
export function isOnPath(program: string): boolean {
  return findProgram(program, process.env["PATH"]) !== undefined;
}
