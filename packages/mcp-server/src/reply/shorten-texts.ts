import { limitedText } from "@retinue/status-model";

/** Most characters of one answer, and of any other text. */
export interface TextLimits {
  readonly answer: number;
  readonly text: number;
}

/** A JSON value with its texts cut, each of which says so. */
export function shortenTexts(value: unknown, limits: TextLimits): unknown {
  if (typeof value === "string") return limitedText(value, limits.text);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => shortenTexts(entry, limits));
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]): [string, unknown] =>
    isAnswer(key, inner) ? [key, shortenAnswer(inner, value, limits)] : [key, shortenTexts(inner, limits)],
  );
  // fromEntries defines own properties, so a key named __proto__ stays an ordinary one.
  return Object.fromEntries(entries);
}

/** How long the answers in a JSON value are, and its other texts. */
export function textLengths(value: unknown): { readonly answers: number[]; readonly texts: number[] } {
  const answers: number[] = [];
  const texts: number[] = [];
  const collect = (inner: unknown): void => {
    if (typeof inner === "string") texts.push(inner.length);
    if (typeof inner !== "object" || inner === null) return;
    for (const [key, each] of Object.entries(inner) as [string, unknown][]) {
      if (isAnswer(key, each)) answers.push(each.length);
      else collect(each);
    }
  };
  collect(value);
  return { answers, texts };
}

function isAnswer(key: string, value: unknown): value is string {
  return key === "answer" && typeof value === "string";
}

/** An answer keeps every character that is one; a cut one says which file holds the whole. */
function shortenAnswer(answer: string, result: Answered, { answer: length, text }: TextLimits): string {
  if (answer.length <= length) return answer.toWellFormed();
  const whole = limitedText(String(result.answer_source?.path ?? result.workspace), text);
  const note = `[cut here: ${answer.length} characters in all; the whole answer is in ${whole}]`;
  return `${answer.slice(0, length).toWellFormed()}\n\n${note}`;
}

interface Answered {
  readonly workspace?: unknown;
  readonly answer_source?: { readonly path?: unknown };
}
