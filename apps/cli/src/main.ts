import { CommanderError } from "commander";
import { printable } from "@retinue/contained-fs";
import { leave } from "./leave.ts";
import { errorText } from "./print/error-text.ts";
import { createProgram } from "./program/program.ts";

/** What we did not foresee (EX_SOFTWARE of sysexits.h). */
const softwareError = 70;

// A reader such as `head` may close the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  const [, , command, directory] = process.argv;
  // Started by ourselves, and no command for people.
  if (command === "broker" && directory !== undefined)
    await (await import("./commands/broker.ts")).broker(directory);
  else await createProgram().parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
await leave();

/** Says what went wrong and what to do, unless commander has. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { message, remedy, stack } = error as Error & { remedy?: unknown };
  if (typeof remedy !== "string") {
    process.stderr.write(`retinue: ${printable(stack ?? message)}\n`);
    return softwareError;
  }
  process.stderr.write(errorText({ message, remedy }));
  return 2;
}
