import type { Completed, CompletedCommand, CompletedOption } from "./completion-table.ts";

export function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands.map(
    ({ name, description }) => `    ${quoted(`${name}:${description.replaceAll(":", "\\:")}`)}`,
  );
  const cases = commands.map(({ name, options, argument }) => {
    const specs = [...options.flatMap(optionSpecs), ...(argument ? [`*:argument:${action(argument)}`] : [])];
    return `    ${name}) _arguments ${specs.map(quoted).join(" ")} ;;`;
  });
  return `#compdef retinue
# zsh completion of retinue. Put this into ~/.zshrc, below compinit: eval "$(retinue completion zsh)"
_retinue_ids() {
  local -a ids
  ids=(subagents/*(N/:t))
  compadd -a ids
}
_retinue() {
  local -a commands
  commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] = _retinue ]]; then _retinue "$@"; else compdef _retinue retinue; fi
`;
}

function optionSpecs({ names, description, value }: CompletedOption): string[] {
  const text = description.replaceAll(/[[\]\\:]/g, "\\$&");
  return names.map((name) => `${name}[${text}]${value === undefined ? "" : `:value:${action(value)}`}`);
}

function action(completed: Completed): string {
  if (completed.kind === "words") return `(${completed.words.join(" ")})`;
  if (completed.kind === "id") return "_retinue_ids";
  return completed.kind === "path" ? "_files" : " ";
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
