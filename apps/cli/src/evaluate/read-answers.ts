import { ContainedFsError, listWithin, withRoot, type ContainedRoot } from "@retinue/contained-fs";
import { boundedText, candidateText, type RoundInput } from "@retinue/round-evaluator";
import { CliError } from "../cli-error.ts";

// A team has at most ten agents.
const maxAnswers = 100;

/**
 * The candidates in a directory of answers: each folder with its files, each .md or .txt file by its text.
 * Agents wrote them: links are not followed, and no more is read than an answer has.
 *
 * @throws CliError NOT_READABLE.
 */
export function readAnswers(directory: string): RoundInput["answers"] {
  try {
    return withRoot(directory, answersIn);
  } catch (cause) {
    if (!(cause instanceof ContainedFsError)) throw cause;
    throw new CliError("NOT_READABLE", `${directory} cannot be read: ${cause.message}`, {
      remedy: "Name a directory that holds a folder or a text file for each answer.",
      details: { directory },
      cause,
    });
  }
}

function answersIn(root: ContainedRoot): RoundInput["answers"] {
  return listWithin(root, "", { maxEntries: maxAnswers })
    .entries.filter(({ name }) => !name.startsWith("."))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, kind }) => {
      if (kind === "directory") {
        return [{ label: name, text: candidateText(root, name), path: `${root.path}/${name}` }];
      }
      if (kind !== "file" || !/\.(md|txt)$/.test(name)) return [];
      return [{ label: name, text: boundedText(root, name), path: root.path }];
    });
}
