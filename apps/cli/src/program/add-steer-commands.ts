import { Option, type Command } from "commander";
import type { CancelOptions } from "../commands/cancel.ts";
import type { SendOptions } from "../commands/send.ts";
import { addNotes } from "./add-notes.ts";
import { jsonOption, workspaceOption } from "./options.ts";

export function addSteerCommands(program: Command): void {
  addNotes(
    program
      .command("send")
      .summary("tell its agents something")
      .description("Tells the agents of a run something while it goes on, whichever server owns it.")
      .argument("<id>", "the subagent's id")
      .argument("<text>", "what they are to know")
      .option("--agent <id...>", "agents that are meant; all of them when left out")
      .addOption(
        new Option("--wait <seconds>", "how long to wait for what becomes of it")
          .default(5)
          .argParser(Number),
      )
      .addOption(workspaceOption())
      .addOption(jsonOption("the receipt"))
      .action(async (subagentId: string, text: string, options: SendOptions) => {
        const { send } = await import("../commands/send.ts");
        process.exitCode = await send(subagentId, text, options);
      }),
    {
      exitCodes: "0 when it was delivered or is queued, 1 when no agent can be told, 2 without such a run",
      examples: ['send subagent_1 "The old parser is not to be looked at"'],
    },
  );

  addNotes(
    program
      .command("cancel")
      .summary("stop it, and bring back what there is")
      .description("Stops a run, whichever server owns it, and prints what was recovered.")
      .argument("<id>", "the subagent's id")
      .option(
        "--wrap-up",
        "ask its agents first to finish with what they have, and give them a moment for it",
      )
      .addOption(workspaceOption())
      .addOption(jsonOption())
      .action(async (subagentId: string, options: CancelOptions) => {
        const { cancel } = await import("../commands/cancel.ts");
        await cancel(subagentId, options);
      }),
    {
      exitCodes: "0 when it was stopped, 2 when there is no such run or it is over",
      examples: ["cancel subagent_1", "cancel --wrap-up subagent_1"],
    },
  );
}
