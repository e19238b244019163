import fc from "fast-check";

type Json = Record<string, unknown>;

/** Sections that choosing among answers needs; damage to any other leaves the answer as it is. */
export const neededSections = ["agents", "historical_workspaces", "results", "coordination", "is_complete"];

/** A mutated text of a status file, and whether only sections were hit that the selection does not need. */
export interface MutatedStatus {
  readonly text: string;
  readonly harmless: boolean;
}

const hostilePaths = fc.constantFrom(
  "/etc",
  "/etc/passwd",
  "../../..",
  "/",
  "..",
  "/proc/self",
  "\u0000",
  "secret",
  "../secret",
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  hostilePaths,
  fc.constantFrom("__proto__", "constructor", "alpha", "beta"),
);

/** Damages a document in one to four places, or its text at one. */
export function mutatedStatus(original: Json): fc.Arbitrary<MutatedStatus> {
  const sections = Object.keys(original);
  const unneeded = sections.filter((name) => !neededSections.includes(name));
  const anywhere = fc.array(
    fc.record({ section: fc.constantFrom(...sections), steps, value: anything, how }),
    { minLength: 1, maxLength: 4 },
  );
  const elsewhere = fc.array(
    fc.record({ section: fc.constantFrom(...unneeded), steps, value: anything, how }),
    { minLength: 1, maxLength: 4 },
  );
  const whole = JSON.stringify(original);
  return fc.oneof(
    {
      weight: 5,
      arbitrary: anywhere.map((changes) => ({ text: changed(original, changes), harmless: false })),
    },
    {
      weight: 4,
      arbitrary: elsewhere.map((changes) => ({ text: changed(original, changes), harmless: true })),
    },
    { weight: 1, arbitrary: textDamage(whole).map((text) => ({ text, harmless: false })) },
  );
}

const steps = fc.array(fc.nat(40), { maxLength: 4 });
const how = fc.constantFrom("replace", "replace", "delete", "rename");

interface Change {
  readonly section: string;
  readonly steps: readonly number[];
  readonly value: unknown;
  readonly how: string;
}

/** Goes down from a section by the n-th key of each level, and damages what it ends at. */
function changed(original: Json, changes: readonly Change[]): string {
  const document = structuredClone(original);
  for (const { section, steps: way, value, how: manner } of changes) {
    let holder: Json = document;
    let key = section;
    for (const step of way) {
      const next = holder[key];
      if (typeof next !== "object" || next === null || Object.keys(next).length === 0) break;
      holder = next as Json;
      const keys = Object.keys(holder);
      key = keys[step % keys.length] ?? key;
    }
    if (manner === "replace") holder[key] = value;
    else {
      // A section keeps its name: one that is renamed is as good as deleted.
      if (manner === "rename" && holder !== document)
        holder[`${JSON.stringify(value).slice(0, 20)}`] = holder[key];
      delete holder[key];
    }
  }
  return JSON.stringify(document);
}

function textDamage(whole: string): fc.Arbitrary<string> {
  const at = fc.nat(whole.length);
  return fc.oneof(
    at.map((length) => whole.slice(0, length)),
    fc
      .tuple(at, fc.string({ maxLength: 4 }))
      .map(([index, text]) => whole.slice(0, index) + text + whole.slice(index)),
    fc.tuple(at, fc.nat(200)).map(([index, length]) => whole.slice(0, index) + whole.slice(index + length)),
  );
}
