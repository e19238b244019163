import packageJson from "../package.json" with { type: "json" };
import { Argument, Command, CommanderError, Option } from "commander";
import { printable, printableLine } from "@retinue/contained-fs";
import type { ApplyOptions } from "./commands/apply.ts";
import type { CancelOptions } from "./commands/cancel.ts";
import type { ConfigOptions } from "./commands/config.ts";
import type { DiffOptions } from "./commands/diff.ts";
import type { DoctorOptions } from "./commands/doctor.ts";
import type { ExplainOptions } from "./commands/explain.ts";
import type { EvaluateRoundOptions } from "./commands/evaluate-round.ts";
import type { MergeOptions } from "./commands/merge.ts";
import type { ProfilesOptions } from "./commands/profiles.ts";
import { addRunCommands } from "./program/add-run-commands.ts";
import type { RecoverCommandOptions } from "./commands/recover.ts";
import { clientNames } from "./connect/client-names.ts";
import { scopes } from "./connect/connection.ts";
import type { SendOptions } from "./commands/send.ts";
import type { StatusOptions } from "./commands/status.ts";

const program = new Command("retinue")
  .description("Runs, brings back, shows and stops subagents")
  .version(packageJson.version)
  .showHelpAfterError("(retinue --help lists what there is)")
  .exitOverride();

addRunCommands(program);

program
  .command("doctor")
  .description("say what is on this machine to run subagents with, and which command changes what is not")
  .option("--json", "print what was detected as JSON and nothing else")
  .addHelpText("after", "\nExit code: 0 when tasks can be run without a configuration, 1 when not.")
  .action(async (options: DoctorOptions) => {
    const { doctor } = await import("./commands/doctor.ts");
    process.exitCode = await doctor(options);
  });

program
  .command("config")
  .description("print the entry with which a client starts retinue-mcp, or add it")
  .addArgument(new Argument("[client]", "the client").choices(clientNames))
  .argument("[flags...]", "after --: flags for the server")
  .option("--write", "add it, by the client's own command where it has one; what is there as wanted stays")
  .option("--remove", "take it out again")
  .option("--all", "for every client that is on this machine")
  .addOption(new Option("--scope <scope>", "where the client keeps it").choices(scopes).default("user"))
  .option("--name <name>", "name of the server", "retinue")
  .option("--trust", "the client calls the tools without asking (codex, gemini)")
  .option("--config <file>", "the configuration that the server is to use everywhere")
  .action(
    async (client: (typeof clientNames)[number] | undefined, flags: string[], options: ConfigOptions) => {
      const { config } = await import("./commands/config.ts");
      process.exitCode = await config(client, flags, options);
    },
  );

program
  .command("recover")
  .description("bring back the best answer of a run that is over; of several, a table")
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
  .option("--all", "name every answer, of all agents and attempts: file, size, votes, why it was (not) taken")
  .option("--json", "print the result as JSON and nothing else")
  .addHelpText("after", "\nExit code: 0 with an answer, 1 without one, 2 when the question was wrong.")
  .action(async (directory: string, options: RecoverCommandOptions) => {
    const { recover } = await import("./commands/recover.ts");
    process.exitCode = await recover(directory, options);
  });

program
  .command("status")
  .description("show where a run stands, from its files alone")
  .argument("<dir>", "a subagent's log directory, a directory of logs, one attempt, or a runtime workspace")
  .option("--watch", "go on until the run has ended; print what has changed in more than time")
  .option("--json", "print one JSON object a line and nothing else")
  .action(async (directory: string, options: StatusOptions) => {
    const { status } = await import("./commands/status.ts");
    await status(directory, options);
  });

program
  .command("cancel")
  .description("stop a run, whichever server owns it, and print what was recovered")
  .argument("<id>", "the subagent's id")
  .option("--workspace <dir>", "the parent's workspace: the directory that holds the folder subagents", ".")
  .option("--wrap-up", "ask its agents first to finish with what they have, and give them a moment for it")
  .option("--json", "print the result as JSON and nothing else")
  .action(async (subagentId: string, options: CancelOptions) => {
    const { cancel } = await import("./commands/cancel.ts");
    await cancel(subagentId, options);
  });

const workspaceOption = [
  "--workspace <dir>",
  "the parent's workspace: the directory that holds the folder subagents",
  ".",
] as const;

program
  .command("diff")
  .description("show what a subagent changed in the repository that it was given, through git's pager")
  .argument("<id>", "the subagent's id")
  .option("--tool", "show it in the diff tool that git is configured with")
  .option(...workspaceOption)
  .action(async (subagentId: string, options: DiffOptions) => {
    const { diff } = await import("./commands/diff.ts");
    process.exitCode = await diff(subagentId, options);
  });

program
  .command("apply")
  .description("apply what a subagent changed to the work tree; refused where that is not committed")
  .argument("<id>", "the subagent's id")
  .option("--3way", "merge what does not fit as it is, and mark what conflicts")
  .option("--commit", "commit what was applied; no hook runs, and nothing is signed")
  .option(...workspaceOption)
  .action(async (subagentId: string, options: ApplyOptions) => {
    const { apply } = await import("./commands/apply.ts");
    await apply(subagentId, options);
  });

program
  .command("merge")
  .description("merge subagents' branches into what is checked out, as far as they do not conflict")
  .argument("<id...>", "the subagents' ids")
  .option(...workspaceOption)
  .action(async (subagentIds: string[], options: MergeOptions) => {
    const { merge } = await import("./commands/merge.ts");
    await merge(subagentIds, options);
  });

program
  .command("send")
  .description("tell the agents of a run something while it goes on, whichever server owns it")
  .argument("<id>", "the subagent's id")
  .argument("<text>", "what they are to know")
  .option("--agent <id...>", "agents that are meant; all of them when left out")
  .addOption(
    new Option("--wait <seconds>", "how long to wait for what becomes of it").default(5).argParser(Number),
  )
  .option("--workspace <dir>", "the parent's workspace: the directory that holds the folder subagents", ".")
  .option("--json", "print the receipt as JSON and nothing else")
  .addHelpText("after", "\nExit code: 0 when it was delivered or is queued, 1 when no agent can be told.")
  .action(async (subagentId: string, text: string, options: SendOptions) => {
    const { send } = await import("./commands/send.ts");
    process.exitCode = await send(subagentId, text, options);
  });

program
  .command("explain")
  .description("say which team a spawn would get, by which rule, and its configuration; starts nothing")
  .option("--config <file>", "a MassGen or Retinue configuration", "retinue.yaml")
  .option("--agent <id>", "the agent that spawns")
  .option("--type <type>", "subagent_type of the task")
  .option("--quick", "a quick run: refine false")
  .option("--model <model>", "model of the task")
  .option("--skills <names>", "skills of the task, separated by commas; those of a profile are not added")
  .option("--no-parent-workspace", "the task does not include the parent's workspace")
  .option("--json", "print {rule, team, child}, or {rule, team, error}, as JSON and nothing else")
  .addHelpText(
    "after",
    "\nExit code: 0 when it would be launched, 1 when it would be refused, 2 for a configuration that is not valid.",
  )
  .action(async (options: ExplainOptions) => {
    const { explain } = await import("./commands/explain.ts");
    process.exitCode = await explain(options);
  });

const profileCommands = program
  .command("profiles")
  .description("list the roles of subagents, say which are active, and check them")
  .option("--project <dir>", "the directory that holds .agent/subagent_types", ".")
  .option("--config <file>", "the configuration with subagent_types; default retinue.yaml in the project")
  .option("--json", "print {profiles, problems, warnings} as JSON and nothing else")
  .addHelpText("after", "\nExit code: 0, or 1 when a profile is broken or an unknown type is configured.")
  .action(async (options: ProfilesOptions) => {
    const { profiles } = await import("./commands/profiles.ts");
    process.exitCode = await profiles(options);
  });

profileCommands
  .command("new")
  .description("write a profile to be filled in")
  .argument("<name>", "what subagent_type will name")
  .action(async (name: string, _own: object, command: Command) => {
    const { newProfile } = await import("./commands/new-profile.ts");
    await newProfile(name, command.optsWithGlobals());
  });

program
  .command("evaluate-round")
  .description("try the round evaluator on a directory of answers, and show what their author would be told")
  .argument("<dir>", "a folder or a text file for each answer")
  .requiredOption("--config <file>", "a configuration with round_evaluator_before_checklist")
  .requiredOption("--task <text>", "what the answers are to")
  .option("--criterion <text...>", "criteria, which become E1, E2, …")
  .addOption(new Option("--round <n>", "the round that is about to begin").default(2).argParser(Number))
  .addOption(new Option("--timeout <seconds>", "limit of the evaluator's run").argParser(Number))
  .option("--workspace <dir>", "where the run is kept, in the folder subagents", ".")
  .option("--json", "print the decision as JSON and nothing else")
  .addHelpText(
    "after",
    "\nExit code: 0 with a plan or a packet, 1 without (also when nothing is due), 2 when nothing could be started.",
  )
  .action(async (directory: string, options: EvaluateRoundOptions) => {
    const { evaluateRound } = await import("./commands/evaluate-round.ts");
    process.exitCode = await evaluateRound(directory, options);
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
    process.stderr.write(`retinue: ${printable(stack ?? message)}\n`);
    return softwareError;
  }
  const lines = remedy.split("\n").map(printableLine);
  process.stderr.write(`retinue: ${printableLine(message)}\n${lines.join("\n")}\n`);
  return 2;
}
