import { z } from "zod";

/** Whose models are asked by their own API, and how their names begin. */
const asked = /^(claude|gemini|gpt|o\d)(-|$)/;
/** Billed by more than tokens of text: by sound, pictures, searches or a contract. */
const otherwiseBilled = /audio|image|live|omni|realtime|research|robotics|search|tts|-computer-use|-exp-/;
/** Renamed at the vendor's will, served under a contract of their own, or by others. */
const notGeneral = /chat-latest|gpt-5-chat|cyber|daybreak|rosalind|-law$|customtools|mythos-preview|gemma|:/;
/** Retired, or about to be. */
const old = /^gpt-(3\.5|4$|4-\d)|^gpt-4-turbo-\d|-preview-\d{2}-\d{4}$/;
/** The vendors' names for one edition of a model. */
const edition = /-(\d{4}-\d{2}-\d{2}|20\d{6})$/;

const price = z.number().nonnegative();
const entrySchema = z.looseObject({
  litellm_provider: z.string().optional(),
  mode: z.enum(["chat", "responses"]),
  input_cost_per_token: price,
  output_cost_per_token: price,
  cache_read_input_token_cost: price.optional(),
  cache_creation_input_token_cost: price.optional(),
});
type Entry = z.output<typeof entrySchema>;

type Amounts = Record<string, number | Record<string, number>>;

/**
 * What LiteLLM's table says of the models that a team may ask, by name: US dollars for a million tokens. An
 * edition that costs what its model costs is left out.
 *
 * @throws Error when the table holds too few: it is made otherwise than it was.
 */
export function priceTable(table: Readonly<Record<string, unknown>>): Record<string, Amounts> {
  const found = new Map<string, Amounts>();
  for (const [key, value] of Object.entries(table)) {
    const name = key.replace(/^gemini\//, "");
    if (!asked.test(name) || [otherwiseBilled, notGeneral, old].some((each) => each.test(name))) continue;
    const entry = entrySchema.safeParse(value);
    // The vendor's own entry counts before that of a reseller.
    if (!entry.success || (found.has(name) && name === key)) continue;
    found.set(name, amountsOf(entry.data));
  }
  const kept = [...found].filter(
    ([name, amounts]) =>
      !edition.test(name) || JSON.stringify(found.get(name.replace(edition, ""))) !== JSON.stringify(amounts),
  );
  if (kept.length < 50)
    throw new Error(`the table has prices of ${kept.length} models only: look at its form`);
  return Object.fromEntries(kept.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function amountsOf(entry: Entry): Amounts {
  const [threshold] = Object.keys(entry)
    .flatMap((key) => /^input_cost_per_token_above_(\d+)k_tokens$/.exec(key)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => one - other);
  const normal = dollars(entry, "");
  if (threshold === undefined) return normal;
  return { ...normal, above: { tokens: threshold * 1000, ...dollars(entry, `_above_${threshold}k_tokens`) } };
}

function dollars(entry: Readonly<Record<string, unknown>>, suffix: string): Record<string, number> {
  const names = {
    input: "input_cost_per_token",
    output: "output_cost_per_token",
    cacheRead: "cache_read_input_token_cost",
    cacheWrite: "cache_creation_input_token_cost",
  };
  return Object.fromEntries(
    Object.entries(names).flatMap(([ours, theirs]) => {
      const each = entry[`${theirs}${suffix}`];
      // What 0.1 + 0.2 leaves behind is not a price.
      return typeof each === "number" ? [[ours, Number((each * 1e6).toPrecision(9))]] : [];
    }),
  );
}
