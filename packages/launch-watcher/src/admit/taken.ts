import { refused } from "./refused.ts";

/** A JSON object whose values are not known yet. */
export type Plain = Readonly<Record<string, unknown>>;

/** The named own keys that are there, in a new object. */
export function taken(section: Plain, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(section, key)).map((key) => [key, section[key]]),
  );
}

/** @throws LaunchWatcherError REQUEST_REFUSED when it is no object. */
export function plainObject(value: unknown, where: string): Plain {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Plain;
  throw refused(`yaml_config: ${where} is no object`, "Give an object there.");
}
