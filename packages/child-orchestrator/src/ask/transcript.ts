import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentRequest } from "../contract/agent-backend.ts";
import { hideInPieces } from "./hide-in-pieces.ts";

/** Twice the longest reply: one may break off and be asked for again, many times a round. */
const maxCharacters = 32 * 1024 * 1024;

/**
 * What an agent says in a round, in a file, as it comes and without keys: a reply that breaks off is kept as
 * far as it went. No reader takes it for an answer.
 */
export interface Transcript {
  write(text: string): void;
  /** Writes what was held back until it was sure to be no part of a key: the reply is over. */
  flush(): void;
  /** A line of our own between what it says. */
  note(text: string): void;
  /** Where to read what came, in words; empty when nothing came. */
  whereabouts(): string;
}

export function transcript({ scratch, hideKeys }: Pick<AgentRequest, "scratch" | "hideKeys">): Transcript {
  const path = join(scratch.directory, `${scratch.name}.txt`);
  const pieces = hideInPieces(hideKeys);
  let characters = 0;
  const append = (text: string) => {
    if (text !== "") appendFileSync(path, text);
  };
  const flush = () => append(pieces.rest());
  const note = (text: string) => append(`${pieces.rest()}\n--- ${hideKeys(text)}\n`);
  return {
    write(text) {
      const before = characters;
      characters += text.length;
      if (before < maxCharacters) append(pieces.add(text.slice(0, maxCharacters - before)));
      if (before <= maxCharacters && characters > maxCharacters)
        note(`cut: only ${maxCharacters} characters of a round are kept here`);
    },
    flush,
    note,
    whereabouts: () =>
      characters === 0 ? "" : `; what it had said, ${characters} characters, is in ${path}`,
  };
}
