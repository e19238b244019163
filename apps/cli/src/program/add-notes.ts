import type { Command } from "commander";

/** What stands below the options in a command's help. */
export interface Notes {
  /** Paragraphs about what it does. */
  readonly about?: readonly string[];
  /** `0 when …, 1 when …`. */
  readonly exitCodes: string;
  /** Command lines, less the leading `retinue`. */
  readonly examples: readonly string[];
}

/** As commander takes it where it is not told. */
const width = 80;

/** Puts notes into a command's help. */
export function addNotes(command: Command, { about = [], exitCodes, examples }: Notes): void {
  const help = command.createHelp();
  const paragraphs = [...about, `Exit code: ${exitCodes}.`].map((text) => help.boxWrap(text, width));
  const lines = examples.map((example) => `  retinue ${example}`);
  command.addHelpText("after", ["", ...paragraphs, "", "Examples:", ...lines].join("\n"));
}
