import { kindWithin, readTextWithin, type ContainedRoot } from "@retinue/contained-fs";
import { answerFileNames } from "@retinue/engine-contract";
import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";

/** Of one answer; the rest of it is not judged. */
const maxBytes = 1024 * 1024;

const placeSchema = z.looseObject({ root: z.looseObject({ path: z.string() }), path: z.string() });

/**
 * What a candidate answered, from its directory beneath a root: its answer file's text, or that the files are the answer.
 * An agent wrote them: links are not followed, and no more is read than an answer has.
 *
 * @param directory Relative; empty for the root itself.
 * @throws ContainedFsError, or RoundEvaluatorError INVALID_INPUT.
 */
export function candidateText(root: ContainedRoot, directory: string): string {
  requireArguments("candidateText", placeSchema, { root, path: directory });
  const paths = answerFileNames.map((name) => (directory === "" ? name : `${directory}/${name}`));
  const path = paths.find((each) => kindWithin(root, each) === "file");
  return path === undefined ? "The answer is its files." : boundedText(root, path);
}

/** The text of a file of a candidate's, as much as is judged. */
export function boundedText(root: ContainedRoot, path: string): string {
  requireArguments("boundedText", placeSchema, { root, path });
  const { text, size } = readTextWithin(root, path, { maxBytes, whenLarger: "head" });
  return size > maxBytes ? `${text}\n[cut here: ${size} bytes in all]` : text;
}
