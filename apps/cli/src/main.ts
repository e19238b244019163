import { Command, CommanderError, Option } from "commander";
import { printableLine } from "./account/printable.ts";
import type { RecoverCommandOptions } from "./commands/recover.ts";

const program = new Command("retinue")
  .description("Brings back, shows and stops subagents")
  .showHelpAfterError("(retinue --help lists what there is)")
  .exitOverride();

program
  .command("recover")
  .description("bring back the best answer of a run that is over")
  .argument("<dir>", "a subagent's log directory, a directory of logs, one attempt, or a runtime workspace")
  .option("--workspace <dir>", "the runtime workspace, when it is not found by itself")
  .addOption(
    new Option(
      "--ending <ending>",
      "how the run ended, when that is known better than it is recorded",
    ).choices(["completed", "timeout", "cancelled", "error"]),
  )
  .option("--json", "print the result as JSON and nothing else")
  .addHelpText("after", "\nExit code: 0 with an answer, 1 without one, 2 when the question was wrong.")
  .action(async (directory: string, options: RecoverCommandOptions) => {
    const { recover } = await import("./commands/recover.ts");
    process.exitCode = await recover(directory, options);
  });

/** What we did not foresee (EX_SOFTWARE of sysexits.h). */
const softwareError = 70;

// A reader such as `head` may close the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Says what went wrong and what to do, unless commander has. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { message, remedy, stack } = error as Error & { remedy?: unknown };
  if (typeof remedy !== "string") {
    process.stderr.write(`retinue: ${stack}\n`);
    return softwareError;
  }
  const lines = remedy.split("\n").map(printableLine);
  process.stderr.write(`retinue: ${printableLine(message)}\n${lines.join("\n")}\n`);
  return 2;
}
