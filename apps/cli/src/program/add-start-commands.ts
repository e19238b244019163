import { Option, type Command } from "commander";
import type { ContinueOptions } from "../commands/continue.ts";
import type { RunOptions } from "../commands/run.ts";
import type { WaitOptions } from "../commands/wait.ts";
import { exitCodeHelp } from "../run/exit-code.ts";
import { addNotes } from "./add-notes.ts";
import { brokerOption, detachOption, jsonOption, timeoutOption, workspaceOption } from "./options.ts";

const interrupted =
  "Ctrl-C asks the agents to finish with what they have; a second one stops them. Both bring back what there is.";

export function addStartCommands(program: Command): void {
  addNotes(
    program
      .command("run")
      .summary("a subagent for each task, and its answer")
      .description("Runs a subagent for each task, and prints its answer.")
      .argument("<task...>", "what is to be done, each in quotes")
      .option(
        "--agents <names>",
        "the team: claude, codex, gemini, opencode, qwen, copilot …, separated by commas",
      )
      .option(
        "--config <file>",
        "a configuration with a team; default retinue.yaml in the workspace, where there is one",
      )
      .option("--type <type>", "the role: subagent_type of each task")
      .option("--context <path...>", "what the subagents may read besides the workspace")
      .option("--changes <path>", "a repository, or a directory, that each changes in a copy of its own")
      .addOption(timeoutOption("limit of each run, 300 by default"))
      .addOption(
        new Option("--budget <dollars>", "what each run may spend on models; it is cut off there").argParser(
          Number,
        ),
      )
      .option("--quick", "first answers only, no vote")
      .addOption(brokerOption())
      .addOption(detachOption())
      .addOption(workspaceOption("the parent's workspace, in which the folder subagents is made"))
      .addOption(jsonOption())
      .action(async (tasks: string[], options: RunOptions) => {
        const { run } = await import("../commands/run.ts");
        process.exitCode = await run(tasks, options);
      }),
    {
      about: [interrupted],
      exitCodes: exitCodeHelp,
      examples: [
        'run "Which of our licences are copyleft?"',
        'run --agents claude,codex --timeout 600 "Review src/parse.ts" > review.md',
        'run --detach "Look for dead code" "List what has no test"',
        'run --changes . "Fix the failing test"',
      ],
    },
  );

  addNotes(
    program
      .command("continue")
      .summary("something further for one that has ended")
      .description("Gives a subagent that has ended something further to do, in its workspace.")
      .argument("<id>", "the subagent's id")
      .argument("<text>", "what it is to do next")
      .option("--config <file>", "the configuration it was run with; default retinue.yaml in the workspace")
      .addOption(timeoutOption("limit of this run, 300 by default"))
      .addOption(brokerOption())
      .addOption(detachOption())
      .addOption(workspaceOption())
      .addOption(jsonOption())
      .action(async (subagentId: string, text: string, options: ContinueOptions) => {
        const { continueSubagent } = await import("../commands/continue.ts");
        process.exitCode = await continueSubagent(subagentId, text, options);
      }),
    {
      about: [interrupted],
      exitCodes: exitCodeHelp,
      examples: ['continue subagent_1 "Now name the files as well"'],
    },
  );

  addNotes(
    program
      .command("wait")
      .summary("the answers of runs that go on")
      .description("Waits for runs, whichever server owns them, and prints their answers.")
      .argument("<id...>", "the subagents' ids")
      .addOption(workspaceOption())
      .addOption(jsonOption())
      .action(async (ids: string[], options: WaitOptions) => {
        const { wait } = await import("../commands/wait.ts");
        process.exitCode = await wait(ids, options);
      }),
    {
      about: ["Ctrl-C ends the wait and not the runs."],
      exitCodes: exitCodeHelp,
      examples: ["wait subagent_1", "wait subagent_1 subagent_2 --json"],
    },
  );
}
