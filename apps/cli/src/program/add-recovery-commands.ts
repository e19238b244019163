import { Option, type Command } from "commander";
import type { CleanOptions } from "../commands/clean.ts";
import type { RecoverCommandOptions } from "../commands/recover.ts";
import { addNotes } from "./add-notes.ts";
import { jsonOption, workspaceOption } from "./options.ts";

export function addRecoveryCommands(program: Command): void {
  addNotes(
    program
      .command("recover")
      .summary("the best answer of a run that died")
      .description("Brings back the best answer of a run that is over; of several, a table.")
      .argument(
        "<dir>",
        "a subagent's log directory, a directory of logs, one attempt, a runtime workspace, or above",
      )
      .option("--workspace <dir>", "the runtime workspace, when it is not found by itself")
      .addOption(
        new Option(
          "--ending <ending>",
          "how the run ended, when that is known better than it is recorded",
        ).choices(["completed", "timeout", "cancelled", "budget", "error"]),
      )
      .option(
        "--all",
        "name every answer, of all agents and attempts: file, size, votes, why it was (not) taken",
      )
      .addOption(jsonOption())
      .action(async (directory: string, options: RecoverCommandOptions) => {
        const { recover } = await import("../commands/recover.ts");
        process.exitCode = await recover(directory, options);
      }),
    {
      exitCodes: "0 with an answer, 1 without one, 2 when the question was wrong",
      examples: ["recover .massgen/massgen_logs", "recover --all --json logs > answers.json"],
    },
  );

  addNotes(
    program
      .command("clean")
      .summary("remove what is left of those that ended")
      .description("Says what is left of subagents that ended, and removes it with --force.")
      .option("--older-than <age>", "only what ended so long ago: 12h, 7d, 4w")
      .option("--keep <size>", "only as much, the oldest first, that no more than this stays: 500MB, 2GB")
      .option("-f, --force", "remove it; without, nothing is removed")
      .option("-n, --dry-run", "remove nothing, whatever else is given")
      .addOption(workspaceOption())
      .addOption(jsonOption("what is removed and what is kept"))
      .action(async (options: CleanOptions) => {
        const { clean } = await import("../commands/clean.ts");
        process.exitCode = await clean(options);
      }),
    {
      about: [
        "Always kept: what goes on, answers that nobody has had, and changes that were neither applied nor merged.",
      ],
      exitCodes: "0, 1 when something could not be removed, 2 refused",
      examples: ["clean", "clean --older-than 7d --force", "clean --keep 2GB --force"],
    },
  );
}
