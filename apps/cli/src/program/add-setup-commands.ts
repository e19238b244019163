import { Argument, Option, type Command } from "commander";
import type { ConfigOptions } from "../commands/config.ts";
import type { DoctorOptions } from "../commands/doctor.ts";
import type { ExplainOptions } from "../commands/explain.ts";
import { shells, type Shell } from "../complete/shells.ts";
import { clientNames } from "../connect/client-names.ts";
import { scopes } from "../connect/connection.ts";
import { addNotes } from "./add-notes.ts";
import { jsonOption, workspaceOption } from "./options.ts";

export function addSetupCommands(program: Command): void {
  addNotes(
    program
      .command("doctor")
      .summary("what this machine has to run them with")
      .description(
        "Says what is on this machine to run subagents with, and which command changes what is not.",
      )
      .option(
        "--config <file>",
        "whose routes of models are looked at; default retinue.yaml in the workspace",
      )
      .option("--call", "ask a model of each route of the broker for a word")
      .addOption(workspaceOption())
      .addOption(jsonOption("what was detected"))
      .action(async (options: DoctorOptions) => {
        const { doctor } = await import("../commands/doctor.ts");
        process.exitCode = await doctor(options);
      }),
    {
      exitCodes:
        "0 when tasks can be run without a configuration, and by each route of a configured broker; 1 when not",
      examples: ["doctor", "doctor --json", "doctor --call"],
    },
  );

  addNotes(
    program
      .command("config")
      .summary("let a client (Claude Code, …) spawn them")
      .description("Prints the entry with which a client starts retinue-mcp, or adds it.")
      .addArgument(new Argument("[client]", "the client").choices(clientNames))
      .argument("[flags...]", "after --: flags for the server")
      .option(
        "--write",
        "add it, by the client's own command where it has one; what is there as wanted stays",
      )
      .option("--remove", "take it out again")
      .option("--all", "for every client that is on this machine")
      .addOption(new Option("--scope <scope>", "where the client keeps it").choices(scopes).default("user"))
      .option("--name <name>", "name of the server", "retinue")
      .option("--trust", "the client calls the tools without asking (codex, gemini)")
      .option("--config <file>", "the configuration that the server is to use everywhere")
      .action(
        async (client: (typeof clientNames)[number] | undefined, flags: string[], options: ConfigOptions) => {
          const { config } = await import("../commands/config.ts");
          process.exitCode = await config(client, flags, options);
        },
      ),
    {
      exitCodes: "0, 2 with the reason",
      examples: ["config claude-code", "config codex --write", "config --all --write"],
    },
  );

  addNotes(
    program
      .command("explain")
      .summary("which team a task would get, and why")
      .description("Says which team a spawn would get, by which rule, and its configuration; starts nothing.")
      .option("--config <file>", "a MassGen or Retinue configuration", "retinue.yaml")
      .option("--agent <id>", "the agent that spawns")
      .option("--type <type>", "subagent_type of the task")
      .option("--quick", "a quick run: refine false")
      .option("--model <model>", "model of the task")
      .option("--skills <names>", "skills of the task, separated by commas; those of a profile are not added")
      .option("--no-parent-workspace", "the task does not include the parent's workspace")
      .addOption(jsonOption("{rule, team, child}, or {rule, team, error},"))
      .action(async (options: ExplainOptions) => {
        const { explain } = await import("../commands/explain.ts");
        process.exitCode = await explain(options);
      }),
    {
      exitCodes:
        "0 when it would be launched, 1 when it would be refused, 2 for a configuration that is not valid",
      examples: ["explain --config retinue.yaml", "explain --type critic --quick --json"],
    },
  );

  addNotes(
    program
      .command("completion")
      .summary("let a shell complete all of this")
      .description("Prints the script with which a shell completes commands, options and ids.")
      .addArgument(new Argument("<shell>", "bash, zsh or fish").choices(shells))
      .action(async (shell: Shell) => {
        const { completion } = await import("../commands/completion.ts");
        completion(shell, program);
      }),
    {
      about: [
        'bash: put eval "$(retinue completion bash)" into ~/.bashrc.',
        'zsh:  put eval "$(retinue completion zsh)" into ~/.zshrc, below compinit.',
      ],
      exitCodes: "0, 2 for another shell",
      examples: ["completion bash", "completion fish > ~/.config/fish/completions/retinue.fish"],
    },
  );
}
