import { Option, type Command } from "commander";
import type { ContinueOptions } from "../commands/continue.ts";
import type { LogsOptions } from "../commands/logs.ts";
import type { PsOptions } from "../commands/ps.ts";
import type { RunOptions } from "../commands/run.ts";
import type { ShowOptions } from "../commands/show.ts";
import type { WaitOptions } from "../commands/wait.ts";
import { exitCodeHelp } from "../run/exit-code.ts";

/** The life of a run, from its start to what is left of it. */
export function addRunCommands(program: Command): void {
  program
    .command("run")
    .description("run a subagent for each task, and print its answer")
    .argument("<task...>", "what is to be done, each in quotes")
    .option("--agents <names>", "the team: claude, codex, gemini, separated by commas")
    .option(
      "--config <file>",
      "a configuration with a team; default retinue.yaml in the workspace, where there is one",
    )
    .option("--type <type>", "the role: subagent_type of each task")
    .option("--context <path...>", "what the subagents may read besides the workspace")
    .addOption(new Option("--timeout <seconds>", "limit of each run, 300 by default").argParser(Number))
    .addOption(
      new Option("--budget <dollars>", "what each run may spend on models; it is cut off there").argParser(
        Number,
      ),
    )
    .option("--quick", "first answers only, no vote")
    .option("--detach", "print the id once it runs, and leave it to itself")
    .option("--workspace <dir>", "the parent's workspace, in which the folder subagents is made", ".")
    .option("--json", "print the result as JSON and nothing else")
    .addHelpText(
      "after",
      `${exitCodeHelp}\nCtrl-C asks the agents to finish with what they have; a second one stops them. Both bring back what there is.\n\nExamples:\n  retinue run "Which of our licences are copyleft?"\n  retinue run --agents claude,codex --timeout 600 "Review src/parse.ts" > review.md`,
    )
    .action(async (tasks: string[], options: RunOptions) => {
      const { run } = await import("../commands/run.ts");
      process.exitCode = await run(tasks, options);
    });

  program
    .command("ps")
    .description("list the subagents of a workspace, what goes on and what is over")
    .option("--all", "of every workspace of this user")
    .option("--workspace <dir>", "the parent's workspace: the directory that holds the folder subagents", ".")
    .option("--json", "print them as JSON and nothing else")
    .action(async (options: PsOptions) => {
      const { ps } = await import("../commands/ps.ts");
      await ps(options);
    });

  program
    .command("show")
    .description("say what happened to a subagent, and why this is its answer")
    .argument("<id>", "the subagent's id")
    .option("--workspace <dir>", "the parent's workspace: the directory that holds the folder subagents", ".")
    .option("--json", "print its record, its result and all answers as JSON and nothing else")
    .action(async (subagentId: string, options: ShowOptions) => {
      const { show } = await import("../commands/show.ts");
      await show(subagentId, options);
    });

  program
    .command("logs")
    .description("print what the engine of a subagent's last run wrote")
    .argument("<id>", "the subagent's id")
    .option("-f, --follow", "go on until the run has ended")
    .option("--workspace <dir>", "the parent's workspace: the directory that holds the folder subagents", ".")
    .addHelpText("after", "\nWhat it wrote to stderr goes to stderr.")
    .action(async (subagentId: string, options: LogsOptions) => {
      const { logs } = await import("../commands/logs.ts");
      await logs(subagentId, options);
    });

  program
    .command("continue")
    .description("give a subagent that has ended something further to do, in its workspace")
    .argument("<id>", "the subagent's id")
    .argument("<text>", "what it is to do next")
    .option("--config <file>", "the configuration it was run with; default retinue.yaml in the workspace")
    .addOption(new Option("--timeout <seconds>", "limit of this run, 300 by default").argParser(Number))
    .option("--detach", "print the id once it runs, and leave it to itself")
    .option("--workspace <dir>", "the parent's workspace: the directory that holds the folder subagents", ".")
    .option("--json", "print the result as JSON and nothing else")
    .addHelpText("after", exitCodeHelp)
    .action(async (subagentId: string, text: string, options: ContinueOptions) => {
      const { continueSubagent } = await import("../commands/continue.ts");
      process.exitCode = await continueSubagent(subagentId, text, options);
    });

  program
    .command("wait")
    .description("wait for runs, whichever server owns them, and print their answers")
    .argument("<id...>", "the subagents' ids")
    .option("--workspace <dir>", "the parent's workspace: the directory that holds the folder subagents", ".")
    .option("--json", "print the result as JSON and nothing else")
    .addHelpText("after", exitCodeHelp)
    .action(async (ids: string[], options: WaitOptions) => {
      const { wait } = await import("../commands/wait.ts");
      process.exitCode = await wait(ids, options);
    });
}
