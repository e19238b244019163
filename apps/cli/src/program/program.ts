import packageJson from "../../package.json" with { type: "json" };
import { Command } from "commander";
import { printableLine } from "@retinue/contained-fs";
import { addChangeCommands } from "./add-change-commands.ts";
import { addLookCommands } from "./add-look-commands.ts";
import { addRecoveryCommands } from "./add-recovery-commands.ts";
import { addRoleCommands } from "./add-role-commands.ts";
import { addSetupCommands } from "./add-setup-commands.ts";
import { addStartCommands } from "./add-start-commands.ts";
import { addSteerCommands } from "./add-steer-commands.ts";
import { overview } from "./overview.ts";

/** The commands, their options and their help: what completion scripts are made of, too. */
export function createProgram(): Command {
  const program = new Command("retinue")
    .description("Runs, brings back, shows and stops subagents")
    .version(packageJson.version)
    .exitOverride();
  for (const [group, add] of groups) add(program.commandsGroup(group));
  for (const command of [program, ...program.commands.flatMap((each) => [each, ...each.commands])])
    command.configureOutput({ outputError: (text, write) => write(errorLine(text, command)) });
  // Set last: what is set on a program is for the commands that are added afterwards as well.
  return program.configureHelp({ formatHelp: overview });
}

const groups = [
  ["Start", addStartCommands],
  ["Look", addLookCommands],
  ["Steer", addSteerCommands],
  ["Changes", addChangeCommands],
  ["Left over", addRecoveryCommands],
  ["Set up", addSetupCommands],
  ["Roles", addRoleCommands],
] as const;

/** Commander's words on one line, with where to look. */
function errorLine(text: string, command: Command): string {
  const said = text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
  return `retinue: ${printableLine(said).replace(/\.$/, "")}. ${pathOf(command)} --help lists what there is.\n`;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
