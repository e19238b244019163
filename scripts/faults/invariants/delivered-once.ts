import type { Invariant } from "../world/evidence.ts";

/**
 * No result is delivered twice. A reply that a server died over may be repeated: nobody can know that it
 * arrived. That is the last reply of a server that was not asked to end.
 */
export const deliveredOnce: Invariant = ({ client, hit }) => {
  const seen = new Map<string, { server: number; reply: number }>();
  return client.deliveries.flatMap(({ subagentId, run, server, reply }) => {
    const key = `${subagentId}: ${run}`;
    const before = seen.get(key);
    seen.set(key, { server, reply });
    if (before === undefined) return [];
    const diedOver = before.server === 1 && !hit.asked && before.reply === client.replies[0];
    if (diedOver && server !== 1) return [];
    return [
      `the result "${key}" came twice: reply ${before.reply} of server ${before.server}, reply ${reply} of server ${server}`,
    ];
  });
};
