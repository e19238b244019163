import type { Completed, CompletedCommand } from "./completion-table.ts";

/** For bash 3.2 and newer. What it has no words for is left to bash: names of files. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const words = (texts: readonly string[]) => `words="${texts.join(" ")}"`;
  const of = (completed: Completed | undefined) =>
    completed?.kind === "words" ? words(completed.words) : completed?.kind === "id" ? "_retinue_ids" : ":";
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ value }) => value !== undefined)
      .map(
        ({ names, value }) => `    ${names.map((each) => `"${name} ${each}"`).join("|")}) ${of(value)} ;;`,
      ),
  );
  const flags = commands.map(
    ({ name, options }) => `      ${name}) ${words(options.flatMap(({ names }) => names))} ;;`,
  );
  const first = commands.map(({ name, argument }) => `      ${name}) ${of(argument)} ;;`);
  return `# bash completion of retinue. Put this into ~/.bashrc: eval "$(retinue completion bash)"
_retinue_ids() {
  local directory
  for directory in subagents/*/; do
    directory=\${directory#subagents/}
    [ "$directory" = '*/' ] || words="$words \${directory%/}"
  done
}
_retinue() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...commands.map(({ name }) => name), "--help", "--version"].join(" ")}"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$command $previous" in
${values.join("\n")}
    *) case "$current" in
    -*) case "$command" in
${flags.join("\n")}
      esac ;;
    *) case "$command" in
${first.join("\n")}
      esac ;;
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _retinue retinue
`;
}
