import { entryAt } from "@retinue/contained-fs";
import { delegationFiles } from "@retinue/delegation-protocol";
import { hasHeartbeat } from "@retinue/delegation-protocol/parent";
import { join } from "node:path";
import { readDelegation } from "./delegation-record.ts";

/** What a run that was asked of a host waits for, in words; undefined when the host has said that it begins. */
export function waitsForHost(directory: string): string | undefined {
  const delegation = readDelegation(directory);
  if (delegation === undefined) return undefined;
  const { delegation_directory: outbox, request } = delegation;
  const { receipt, response } = delegationFiles;
  const isAnswered = [receipt, response].some(
    (name) => entryAt(join(outbox, name(request.subagent_id))) !== undefined,
  );
  if (isAnswered) return undefined;
  return hasHeartbeat(outbox)
    ? `the host's watcher of ${outbox}`
    : `a host's watcher: none has shown itself in ${outbox} (is retinue-watch running?)`;
}
