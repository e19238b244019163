import { changedAtWithin, kindWithin, listWithin } from "@retinue/contained-fs";
import { delegationFiles, messageNamed } from "../message/file-names.ts";
import type { Exchange } from "./open-exchange.ts";

export interface OutboxListing {
  /** Subagents whose request lies there, in order of arrival. */
  readonly requests: readonly string[];
  /** Subagents whose cancel lies there. */
  readonly cancels: readonly string[];
  /** Whether there was more than was looked at. */
  readonly truncated: boolean;
}

/** What the parent has put into its outbox, by names alone; other names are passed over. */
export function listOutbox({ root }: Exchange, limit: { maxEntries: number }): OutboxListing {
  const { entries, truncated } = listWithin(root, "", limit);
  const named = entries.map(({ name }) => messageNamed(name)).filter((message) => message !== undefined);
  const ids = (kind: string) =>
    named.filter((each) => each.kind === kind).map(({ subagentId }) => subagentId);
  const arrived = ids("request").map((id) => ({
    id,
    at: changedAtWithin(root, delegationFiles.request(id)) ?? 0n,
  }));
  return {
    requests: arrived.toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id)).map(({ id }) => id),
    cancels: ids("cancel"),
    truncated,
  };
}

/** Whether the parent wants a subagent's run stopped. Whatever has the name says so; nothing is opened. */
export function isCancelRequested({ root }: Exchange, subagentId: string): boolean {
  return kindWithin(root, delegationFiles.cancel(subagentId)) !== undefined;
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
