import { Option, type Command } from "commander";
import type { LogsOptions } from "../commands/logs.ts";
import type { PsOptions } from "../commands/ps.ts";
import type { ShowOptions } from "../commands/show.ts";
import type { StatusOptions } from "../commands/status.ts";
import type { TopOptions } from "../commands/top.ts";
import type { UiOptions } from "../commands/ui.ts";
import { addNotes } from "./add-notes.ts";
import { jsonOption, workspaceOption } from "./options.ts";

export function addLookCommands(program: Command): void {
  addNotes(
    program
      .command("ps")
      .summary("what goes on here, and what is over")
      .description("Lists the subagents of a workspace, what goes on and what is over.")
      .option("--all", "of every workspace of this user")
      .addOption(workspaceOption())
      .addOption(jsonOption("them"))
      .action(async (options: PsOptions) => {
        const { ps } = await import("../commands/ps.ts");
        await ps(options);
      }),
    { exitCodes: "0, 2 refused", examples: ["ps", "ps --all --json"] },
  );

  addNotes(
    program
      .command("top")
      .summary("all of it on the whole screen, with keys")
      .description("Shows all subagents on the whole screen, as they go; keys tell, stop and read them.")
      .option("--all", "of every workspace of this user")
      .addOption(workspaceOption())
      .action(async (options: TopOptions) => {
        const { top } = await import("../commands/top.ts");
        await top(options);
      }),
    {
      about: ["It needs a terminal. Whoever leaves it, runs go on."],
      exitCodes: "0, 2 without a terminal",
      examples: ["top", "top --all"],
    },
  );

  addNotes(
    program
      .command("show")
      .summary("what happened, and why this is the answer")
      .description("Says what happened to a subagent, and why this is its answer.")
      .argument("<id>", "the subagent's id")
      .addOption(workspaceOption())
      .addOption(jsonOption("its record, its result and all answers"))
      .action(async (subagentId: string, options: ShowOptions) => {
        const { show } = await import("../commands/show.ts");
        await show(subagentId, options);
      }),
    { exitCodes: "0, 2 without such a subagent", examples: ["show subagent_1"] },
  );

  addNotes(
    program
      .command("logs")
      .summary("what its engine wrote")
      .description("Prints what the engine of a subagent's last run wrote.")
      .argument("<id>", "the subagent's id")
      .option("-f, --follow", "go on until the run has ended")
      .addOption(workspaceOption())
      .action(async (subagentId: string, options: LogsOptions) => {
        const { logs } = await import("../commands/logs.ts");
        await logs(subagentId, options);
      }),
    {
      about: ["What it wrote to stderr goes to stderr."],
      exitCodes: "0, 2 without such a subagent",
      examples: ["logs subagent_1 -f"],
    },
  );

  addNotes(
    program
      .command("status")
      .summary("where a run stands, by its files alone")
      .description("Shows where a run stands, from its files alone.")
      .argument(
        "<dir>",
        "a subagent's log directory, a directory of logs, one attempt, or a runtime workspace",
      )
      .option("--watch", "go on until the run has ended; print what has changed in more than time")
      .option("--json", "print one JSON object a line and nothing else")
      .action(async (directory: string, options: StatusOptions) => {
        const { status } = await import("../commands/status.ts");
        await status(directory, options);
      }),
    {
      exitCodes: "0, 2 when the question was wrong",
      examples: ["status subagents/subagent_1/workspace --watch", "status .massgen/massgen_logs --json"],
    },
  );

  addNotes(
    program
      .command("ui")
      .summary("a page in the browser that shows it all")
      .description("Serves a page over runs on loopback, and prints its address, which holds a token.")
      .argument("[dir]", "logs or a run's directory, to be looked at only; default: what goes on here")
      .option("--all", "of every workspace of this user")
      .addOption(new Option("--port <number>", "the port, any that is free by default").argParser(Number))
      .addOption(workspaceOption())
      .action(async (directory: string | undefined, options: UiOptions) => {
        const { ui } = await import("../commands/ui.ts");
        await ui(directory, options);
      }),
    {
      about: ["Whoever has the address can tell, stop, continue and apply, as you can."],
      exitCodes: "0 when it was interrupted, 2 refused",
      examples: ["ui", "ui .massgen/massgen_logs"],
    },
  );
}
