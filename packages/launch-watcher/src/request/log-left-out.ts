import type { Host } from "./host.ts";
import type { RequestRecord } from "./request-record.ts";

// The parent chose how many there are, and how long.
const maxShown = 50;
const maxCharacters = 100;

/** Names, in bounds, the keys of a request's configuration that its run does without. */
export function logLeftOut(
  { log }: Pick<Host, "log">,
  { logged }: RequestRecord,
  keys: readonly string[],
): void {
  if (keys.length === 0) return;
  const names = keys.slice(0, maxShown).map((key) => key.slice(0, maxCharacters));
  log({ level: "info", event: "left_out", ...logged, count: keys.length, keys: names });
}
