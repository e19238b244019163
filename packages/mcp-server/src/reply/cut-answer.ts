import { limitedText } from "@retinue/status-model";
import { jsonLength, prefixWithin } from "./prefix-within.ts";
import type { ReplyBudget } from "./reply-budget.ts";

/** What an answer is of, as far as it says where the rest is. */
export interface Answered {
  readonly subagent_id?: unknown;
  readonly workspace?: unknown;
  readonly answer_source?: { readonly path?: unknown };
}

/** An id and a path as long as Linux lets one be. */
const maxPlaceCharacters = 4096;

/**
 * An answer that takes at most `characters` in JSON. A cut one says how much is shown, how to get the next part, and
 * which file has the whole; where there is no room for that, only that it was cut.
 */
export function cutAnswer(
  answer: string,
  result: Answered,
  characters: number,
  nextPart?: ReplyBudget["nextPart"],
): string {
  const whole = answer.toWellFormed();
  if (whole.length <= characters && jsonLength(whole) <= characters) return whole;
  const note = (shown: number) => `\n\n[${noteOf(whole.length, shown, result, nextPart)}]`;
  const shown = prefixWithin(whole, characters - jsonLength(note(whole.length)));
  const cut = `${whole.slice(0, shown)}${note(shown)}`;
  return jsonLength(cut) <= characters ? cut : limitedText(`[cut: ${whole.length} characters]`, characters);
}

function noteOf(
  characters: number,
  shown: number,
  { subagent_id: id, answer_source: source, workspace }: Answered,
  nextPart: ReplyBudget["nextPart"],
): string {
  const next =
    typeof id === "string" && nextPart !== undefined ? `; the next part: ${nextPart(id, shown)}` : "";
  const place = limitedText(String(source?.path ?? workspace), maxPlaceCharacters);
  return `cut here: ${shown} of ${characters} characters are shown${next}; the whole answer is in ${place}`;
}
