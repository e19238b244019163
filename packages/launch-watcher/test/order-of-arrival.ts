import type { WatcherEvent } from "../src/index.ts";

/** When each request came, by its subagent. */
type Arrival = ReadonlyMap<string, bigint>;

/** Subagents in the order in which their requests came. */
export function arrived(names: readonly string[], arrival: Arrival): string[] {
  return names.toSorted((one, other) => Number(at(one, arrival) - at(other, arrival)));
}

/** In which order a watcher has claimed and started requests, and how many of an earlier one were started after one. */
export function orderOf(events: readonly WatcherEvent[], arrival: Arrival) {
  const order = (event: string) =>
    events.filter((each) => each.event === event).map((each) => String(each.subagent_id));
  const started = order("started");
  const overtaken = started.map(
    (name, n) => started.slice(n).filter((later) => at(later, arrival) < at(name, arrival)).length,
  );
  return { claimed: order("claimed"), started, mostOvertaken: Math.max(...overtaken) };
}

function at(name: string, arrival: Arrival): bigint {
  return arrival.get(name) ?? 0n;
}
