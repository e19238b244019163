import { join } from "node:path";
import { listWithin, removeEntryWithin, removeFile } from "@retinue/contained-fs";
import type { Exchange } from "./open-exchange.ts";
import { messageNamed } from "../message/file-names.ts";
import { claimAside } from "./claim-request.ts";
import { nameBefore } from "./set-aside.ts";
import { spoolNames } from "./spool-entries.ts";

// What a parent plants beyond these stays its own. A host that was killed had one request in hand.
const maxEntries = 20_000;
const maxAside = 8;
// What was to be published, and a receipt that was to be cleared away.
const left = /^\.(?:(?:(?:response|receipt)_|watcher\.alive\.).*\.tmp|receipt_.+\.aside)$/;

/**
 * Clears away what a kill in the middle of a step left: private names are removed, requests that were set
 * aside are taken. Only while no other host works here.
 *
 * @throws ContainedFsError when the outbox cannot be listed or the spool cannot be written.
 */
export function sweep(exchange: Exchange): void {
  const { root } = exchange;
  exchange.confirm?.();
  for (const name of spoolNames(exchange)) {
    if (isPrivate(name)) removeFile(join(exchange.spool, name));
  }
  const names = listWithin(root, "", { maxEntries }).entries.map(({ name }) => name);
  for (const name of names.filter((each) => left.test(each))) removeEntryWithin(root, name);
  const requests = names.flatMap((aside) => {
    const named = messageNamed(nameBefore(aside) ?? "");
    return named === undefined ? [] : [{ aside, subagentId: named.subagentId }];
  });
  for (const { subagentId, aside } of requests.slice(0, maxAside)) claimAside(exchange, subagentId, aside);
}

function isPrivate(name: string): boolean {
  return name.startsWith(".") && name.endsWith(".tmp");
}
