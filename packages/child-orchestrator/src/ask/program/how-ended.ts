import type { ProgramEnd } from "./run-program.ts";

/** How a program that was started ended, to be said behind its name. */
export function howEnded({ exitCode, signal }: Pick<ProgramEnd, "exitCode" | "signal">): string {
  return signal === null ? `exited with ${exitCode}` : `was ended by ${signal}`;
}
