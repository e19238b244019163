import { refused } from "./refused.ts";

/** A JSON object whose values are not known yet. */
export type Plain = Readonly<Record<string, unknown>>;

/** The named own keys that are there, in a new object. The names of the others are added to `leftOut`. */
export function pickKnown(
  section: Plain,
  keys: readonly string[],
  { where, leftOut }: { where: string; leftOut: string[] },
): Record<string, unknown> {
  const [kept, others] = [new Set(keys), Object.keys(section)];
  leftOut.push(...others.filter((key) => !kept.has(key)).map((key) => `${where}${key}`));
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(section, key)).map((key) => [key, section[key]]),
  );
}

/** @throws LaunchWatcherError REQUEST_REFUSED when it is no object. */
export function plainObject(value: unknown, where: string): Plain {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Plain;
  throw refused(`yaml_config: ${where} is no object`, "Give an object there.");
}
