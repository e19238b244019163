import { answerFileNames } from "@retinue/engine-contract";
import type { RoundInput } from "@retinue/round-evaluator";
import { existsSync, readdirSync, readFileSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { CliError } from "../cli-error.ts";

/**
 * The candidates in a directory of answers: each folder with its files, each .md or .txt file by its text.
 *
 * @throws CliError NOT_READABLE.
 */
export function readAnswers(directory: string): RoundInput["answers"] {
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (cause) {
    throw new CliError("NOT_READABLE", `${directory} cannot be read: ${(cause as Error).message}`, {
      remedy: "Name a directory that holds a folder or a text file for each answer.",
      details: { directory },
      cause,
    });
  }
  return entries
    .filter(({ name }) => !name.startsWith("."))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return [{ label: entry.name, text: folderText(path), path }];
      if (!entry.isFile() || !/\.(md|txt)$/.test(entry.name)) return [];
      return [{ label: entry.name, text: readFileSync(path, "utf8"), path: directory }];
    });
}

function folderText(path: string): string {
  const name = answerFileNames.find((each) => existsSync(join(path, each)));
  return name === undefined ? "The answer is its files." : readFileSync(join(path, name), "utf8");
}
