import { limitedText } from "@retinue/status-model";
import type { Answered } from "./cut-answer.ts";

/** What becomes of the texts of a reply. */
export interface TextLimits {
  /** An answer as it is to be shown, given with the result that it is of. */
  readonly answer: (answer: string, result: Answered) => string;
  /** Most characters of any other text. */
  readonly text: number;
}

/** A JSON value with its texts cut, each of which says so. */
export function shortenTexts(value: unknown, limits: TextLimits): unknown {
  if (typeof value === "string") return limitedText(value, limits.text);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => shortenTexts(entry, limits));
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]): [string, unknown] =>
    isAnswer(key, inner) ? [key, limits.answer(inner, value)] : [key, shortenTexts(inner, limits)],
  );
  // fromEntries defines own properties, so a key named __proto__ stays an ordinary one.
  return Object.fromEntries(entries);
}

/** A JSON value whose lists of files have at most so many entries. */
export function withFewerFiles(value: unknown, files: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => withFewerFiles(entry, files));
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]): [string, unknown] => [
    key,
    key === "files" && Array.isArray(inner) ? inner.slice(0, files) : withFewerFiles(inner, files),
  ]);
  return Object.fromEntries(entries);
}

/** The answers in a JSON value, how long its other texts are, and the most files that one of its lists has. */
export function textsIn(value: unknown) {
  const answers: string[] = [];
  const texts: number[] = [];
  let files = 0;
  const collect = (inner: unknown): void => {
    if (typeof inner === "string") texts.push(inner.length);
    if (typeof inner !== "object" || inner === null) return;
    for (const [key, each] of Object.entries(inner) as [string, unknown][]) {
      if (key === "files" && Array.isArray(each)) files = Math.max(files, each.length);
      if (isAnswer(key, each)) answers.push(each);
      else collect(each);
    }
  };
  collect(value);
  return { answers, texts, files };
}

function isAnswer(key: string, value: unknown): value is string {
  return key === "answer" && typeof value === "string";
}
