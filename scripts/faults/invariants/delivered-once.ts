import { leftUnrecorded, shownRun, type Delivery } from "../world/deliveries.ts";
import type { Invariant } from "../world/evidence.ts";
import { peersOwn } from "../world/timeline.ts";
import { runRecords } from "./run-records.ts";

/**
 * No result is delivered twice. A reply that a server died over may be repeated: it cannot have written down that it
 * was had. That is one after which it answered no further call, of a server that was not asked to end. A power cut may take with it that a
 * client had a result, as may a directory that is removed: then the next server offers it again.
 */
export const deliveredOnce: Invariant = ({ world, client, fault, hit }) => {
  // Two runs of a subagent may have failed alike, to the millisecond.
  const alike = new Map<string, number>();
  for (const { id, runs } of runRecords(world))
    for (const { result } of runs) {
      const key = `${id}: ${shownRun(result ?? {})}`;
      alike.set(key, (alike.get(key) ?? 0) + 1);
    }
  const seen = new Map<string, Delivery>();
  return client.deliveries.flatMap((delivery) => {
    const { subagentId, run, server, reply } = delivery;
    const isForeign = client.peers.includes(server) && subagentId !== peersOwn;
    // Removed notes leave nothing that says whose it was.
    if (isForeign && hit.asked && fault.loses === undefined)
      return [`the result of ${subagentId} went to a peer of the server that was asked for it, which lived`];
    const key = `${subagentId}: ${run}`;
    const before = seen.get(key);
    seen.set(key, delivery);
    if (before === undefined) return [];
    const others = (alike.get(key) ?? 1) - 1;
    alike.set(key, others);
    if (others > 0) return [];
    const diedOver = before.server === 1 && !hit.asked && before.reply > (client.known[0] ?? 0);
    // With the notes goes whose a run is: a peer takes it for orphaned, and both finish it.
    const mayRepeat = fault.loses !== undefined && (fault.loses !== "notes" || client.peers.length > 0);
    const said = leftUnrecorded(before, client);
    if (server !== before.server && (diedOver || mayRepeat || said)) return [];
    return [
      `the result "${key}" came twice: reply ${before.reply} of server ${before.server}, reply ${reply} of server ${server}`,
    ];
  });
};
