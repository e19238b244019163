import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentRequest } from "./agent-backend.ts";

/**
 * What an agent says in a round, in a file, as it comes: a reply that breaks off is kept as far as it
 * went. No reader takes it for an answer.
 */
export interface Transcript {
  write(text: string): void;
  /** A line of our own between what it says. */
  note(text: string): void;
  /** Where to read what came, in words; empty when nothing came. */
  whereabouts(): string;
}

export function transcript({ directory, name }: AgentRequest["scratch"]): Transcript {
  const path = join(directory, `${name}.txt`);
  let characters = 0;
  return {
    write(text) {
      characters += text.length;
      appendFileSync(path, text);
    },
    note(text) {
      appendFileSync(path, `\n--- ${text}\n`);
    },
    whereabouts: () =>
      characters === 0 ? "" : `; what it had said, ${characters} characters, is in ${path}`,
  };
}
