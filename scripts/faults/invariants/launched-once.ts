import type { Invariant } from "../world/evidence.ts";
import { runRecords } from "./run-records.ts";

/** No run is launched twice: each marker starts one engine, and a subagent has no more engines than runs. */
export const launchedOnce: Invariant = ({ world, client, fault }) => {
  const starts = world.starts();
  const markers = starts.map(([, marker]) => marker);
  const twice = markers.filter((marker, index) => markers.indexOf(marker) !== index);
  const problems = twice.map((marker) => `the engine of ${marker} was started more than once`);
  for (const id of new Set(starts.map(([name]) => name))) {
    const started = starts.filter(([name]) => name === id).length;
    const asked = client.asked.filter(
      ({ subagentId, outcome }) => subagentId === id && outcome !== "refused",
    );
    if (started > asked.length)
      problems.push(`${id} was asked for ${asked.length} times and its engine started ${started} times`);
    const records = runRecords(world).filter((record) => record.id === id && record.problem === undefined);
    const recorded = records.reduce((sum, { runs }) => sum + runs.length, 0);
    if (fault.loses !== "records" && records.length > 0 && started > recorded)
      problems.push(`${id} has ${recorded} recorded runs and its engine started ${started} times`);
  }
  return problems;
};
