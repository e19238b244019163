import { spawnSync } from "node:child_process";
import type { Invariant } from "../world/evidence.ts";
import { runRecords } from "./run-records.ts";

/**
 * No answer that is whole and on disk is missing from the results. Where the records of runs were removed
 * an answer in a workspace is known to nobody: then its run has an error that says so. The same after a power cut
 * that took a record, or its content, before anybody had been told of its run.
 */
export const answersKept: Invariant = ({ world, client, fault }) => {
  if (fault.loses === "records") return [];
  const records = runRecords(world);
  const isUnheardOf = (id: string) =>
    fault.loses === "deliveries" &&
    records.every((record) => record.id !== id || record.problem !== undefined) &&
    client.asked.every(({ subagentId, outcome }) => subagentId !== id || outcome === "gone");
  const results = records.flatMap(({ runs }) => runs.map(({ result }) => result?.answer));
  const known = new Set([...results, ...client.deliveries.map(({ run }) => run)]);
  return world.wrote().flatMap(([id, marker]) => {
    const answer = `answer of ${marker}`;
    if (known.has(answer) || isUnheardOf(id)) return [];
    const found = spawnSync("grep", ["-rlsF", "--include=answer.txt", answer, world.workspace], {
      encoding: "utf8",
    });
    const [path] = found.stdout.split("\n");
    return path === "" ? [] : [`the answer of ${id} is in ${path} and in no result`];
  });
};
