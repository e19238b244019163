import { Option, type Command } from "commander";
import type { EvaluateRoundOptions } from "../commands/evaluate-round.ts";
import type { ProfilesOptions } from "../commands/profiles.ts";
import { addNotes } from "./add-notes.ts";
import { jsonOption, timeoutOption, workspaceOption } from "./options.ts";

export function addRoleCommands(program: Command): void {
  const roles = program
    .command("profiles")
    .summary("roles of subagents, and which are active")
    .description("Lists the roles of subagents, says which are active, and checks them.")
    .option("--project <dir>", "the directory that holds .agent/subagent_types", ".")
    .option("--config <file>", "the configuration with subagent_types; default retinue.yaml in the project")
    .addOption(jsonOption("{profiles, problems, warnings}"))
    .action(async (options: ProfilesOptions) => {
      const { profiles } = await import("../commands/profiles.ts");
      process.exitCode = await profiles(options);
    });
  addNotes(roles, {
    exitCodes: "0, 1 when a profile is broken or an unknown type is configured",
    examples: ["profiles", "profiles new translator"],
  });

  const added = roles
    .command("new")
    .description("Writes a profile to be filled in.")
    .argument("<name>", "what subagent_type will name")
    .action(async (name: string, _own: object, command: Command) => {
      const { newProfile } = await import("../commands/new-profile.ts");
      await newProfile(name, command.optsWithGlobals());
    });
  addNotes(added, { exitCodes: "0, 2 when it is there already", examples: ["profiles new translator"] });

  addNotes(
    program
      .command("evaluate-round")
      .summary("try the round evaluator on answers")
      .description(
        "Tries the round evaluator on a directory of answers, and shows what their author would be told.",
      )
      .argument("<dir>", "a folder or a text file for each answer")
      .requiredOption("--config <file>", "a configuration with round_evaluator_before_checklist")
      .requiredOption("--task <text>", "what the answers are to")
      .option("--criterion <text...>", "criteria, which become E1, E2, …")
      .addOption(new Option("--round <n>", "the round that is about to begin").default(2).argParser(Number))
      .addOption(timeoutOption("limit of the evaluator's run"))
      .addOption(workspaceOption("where the run is kept, in the folder subagents"))
      .addOption(jsonOption("the decision"))
      .action(async (directory: string, options: EvaluateRoundOptions) => {
        const { evaluateRound } = await import("../commands/evaluate-round.ts");
        process.exitCode = await evaluateRound(directory, options);
      }),
    {
      exitCodes:
        "0 with a plan or a packet, 1 without (also when nothing is due), 2 when nothing could be started",
      examples: ['evaluate-round answers --config evaluator.yaml --task "A parser for dates"'],
    },
  );
}
