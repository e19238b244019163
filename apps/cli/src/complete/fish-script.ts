import type { Completed, CompletedCommand } from "./completion-table.ts";

export function fishScript(commands: readonly CompletedCommand[]): string {
  const none = quoted("__fish_use_subcommand");
  const lines = commands.flatMap(({ name, description, options, argument }) => {
    const within = `complete -c retinue -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c retinue -n ${none} -f -a ${name} -d ${quoted(description)}`,
      ...(argument?.kind === "path" ? [] : [`${within} -f`]),
      ...words(argument).map((given) => `${within} ${given}`),
      ...options.map(({ names, description: meaning, value }) =>
        [within, ...names.map(nameFlag), ...valueFlags(value), `-d ${quoted(meaning)}`].join(" "),
      ),
    ];
  });
  return `# fish completion of retinue. Once: retinue completion fish > ~/.config/fish/completions/retinue.fish
function __retinue_ids
  for directory in subagents/*/
    string replace -r '^subagents/(.*)/$' '$1' -- $directory
  end
end
complete -c retinue -n ${none} -l version -d 'output the version number'
complete -c retinue -n ${none} -s h -l help -d 'display help for command'
${lines.join("\n")}
`;
}

function nameFlag(name: string): string {
  return name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
}

function valueFlags(value: Completed | undefined): string[] {
  if (value === undefined) return [];
  return value.kind === "path" ? ["-r", "-F"] : ["-x", ...words(value)];
}

function words(completed: Completed | undefined): string[] {
  if (completed?.kind === "words") return [`-a ${quoted(completed.words.join(" "))}`];
  return completed?.kind === "id" ? [`-a ${quoted("(__retinue_ids)")}`] : [];
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
