import type { Argument, Command } from "commander";

/** The help of the whole program, on one screen: a line for each command, grouped by what they are for. */
export function overview(program: Command): string {
  const rows = program.commands.map((command, index, all) => ({
    group: command.helpGroup() === all[index - 1]?.helpGroup() ? "" : command.helpGroup(),
    term: [command.name(), ...command.registeredArguments.flatMap(shown)].join(" "),
    summary: command.summary(),
  }));
  const widths = (["group", "term"] as const).map((key) => Math.max(...rows.map((row) => row[key].length)));
  const lines = rows.map(({ group, term, summary }) =>
    [group.padEnd(widths[0] ?? 0), term.padEnd(widths[1] ?? 0), summary].join("  "),
  );
  const name = program.name();
  const head = `${name} COMMAND …   ${name} help COMMAND: its options, exit codes, examples`;
  return [head, ...lines, ""].join("\n");
}

function shown(argument: Argument): string[] {
  const name = `${argument.name()}${argument.variadic ? "…" : ""}`;
  if (argument.required) return [`<${name}>`];
  return argument.variadic ? [] : [`[${name}]`];
}
