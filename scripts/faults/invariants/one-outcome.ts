import { leftUnrecorded } from "../world/deliveries.ts";
import type { Invariant } from "../world/evidence.ts";
import { runRecords } from "./run-records.ts";

/**
 * Whatever was acknowledged has exactly one recorded outcome; what was refused was not begun. A result that said that
 * it could not be recorded may be in no record, when its server left before it could.
 */
export const oneOutcome: Invariant = ({ world, client, fault, rows }) => {
  const problems: string[] = [];
  const records = runRecords(world);
  for (const { id, runs, problem } of records) {
    // What nobody heard of, and nobody lists, was never begun for anybody.
    const isKnown = client.asked.some(
      ({ subagentId, outcome }) => subagentId === id && outcome === "replied",
    );
    if (!isKnown && !rows.some(({ subagent_id }) => subagent_id === id)) continue;
    if (problem !== undefined) problems.push(problem);
    for (const { number, state, ended, result } of runs) {
      if (state !== "ended" || ended === undefined || result === undefined)
        problems.push(
          `run ${number} of ${id} is ${state} and has ${result === undefined ? "no" : "a"} result`,
        );
    }
  }
  // Whoever removes the records takes the outcomes of what was asked for before, and of nothing else.
  const lostAt = fault.loses === "records" ? (fault.lostAt?.() ?? 0) : -1;
  const isLost = (id: string) => client.asked.some(({ subagentId, at }) => subagentId === id && at <= lostAt);
  for (const id of new Set(client.asked.map(({ subagentId }) => subagentId))) {
    if (isLost(id)) continue;
    const asked = client.asked.filter(({ subagentId }) => subagentId === id);
    const unrecorded = client.deliveries.filter(
      (delivery) => delivery.subagentId === id && leftUnrecorded(delivery, client),
    ).length;
    const accepted = asked.filter(({ outcome }) => outcome === "replied").length - unrecorded;
    const refused = asked.every(({ outcome }) => outcome === "refused");
    const listed = rows.filter(({ subagent_id }) => subagent_id === id);
    const recorded = records.filter((record) => record.id === id).flatMap(({ runs }) => runs).length;
    if (accepted > 0 && listed.length !== 1)
      problems.push(`${id} was acknowledged and is listed ${listed.length} times`);
    if (listed.some(({ result }) => result === undefined)) problems.push(`${id} is listed without a result`);
    if (recorded < accepted) problems.push(`${id} has ${recorded} recorded runs of ${accepted} acknowledged`);
    const begun = world.starts().some(([name]) => name === id);
    if (refused && (begun || listed.length > 0))
      problems.push(`${id} was refused and ${begun ? "ran" : "is listed"}`);
  }
  return problems;
};
