import type { Argument, Command, Option } from "commander";

/** What can stand in a place: words that are known, a path, a subagent's id, or what nobody can guess. */
export type Completed =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "path" | "id" | "text" };

export interface CompletedOption {
  /** `--follow`, `-f`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined: it takes no value. */
  readonly value: Completed | undefined;
}

export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** Of its first argument; undefined: it takes none. */
  readonly argument: Completed | undefined;
}

/** What a shell can complete, from the program's own commands. */
export function completionTable(program: Command): readonly CompletedCommand[] {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: command.summary(),
    options: [...command.options.map(optionOf), helpOption],
    argument: argumentOf(command),
  }));
  const names = commands.map(({ name }) => name);
  const help = {
    name: "help",
    description: "its options, exit codes, examples",
    options: [],
    argument: { kind: "words", words: names } as const,
  };
  return [...commands, help];
}

const helpOption: CompletedOption = {
  names: ["-h", "--help"],
  description: "display help for command",
  value: undefined,
};

function optionOf(option: Option): CompletedOption {
  const { short, long, description, argChoices, flags } = option;
  const takesValue = option.required || option.optional;
  return {
    names: [short, long].filter((name) => name !== undefined),
    description,
    value: takesValue ? completed(/[<[]([\w-]+)/.exec(flags)?.[1], argChoices) : undefined,
  };
}

function argumentOf({ commands, registeredArguments: [first] }: Command): Completed | undefined {
  if (commands.length > 0) return { kind: "words", words: commands.map((command) => command.name()) };
  return first && completed(first.name(), (first as Argument).argChoices);
}

const pathNames = new Set(["dir", "file", "path"]);

function completed(name: string | undefined, choices: readonly string[] | undefined): Completed {
  if (choices !== undefined) return { kind: "words", words: choices };
  if (name !== undefined && pathNames.has(name)) return { kind: "path" };
  return { kind: name === "id" ? "id" : "text" };
}
