import { spoolEntries, type SpoolEntry, type SpoolStage } from "@retinue/delegation-protocol/host";
import type { Host, KnownOutbox } from "./host.ts";

/** A request that was taken and whose answer is not published. */
export interface OpenRequest extends SpoolEntry {
  readonly stage: Exclude<SpoolStage, "published">;
}

/** What an outbox's records say is open, in order of arrival. */
export function leftOpen({ exchange }: KnownOutbox): OpenRequest[] {
  return spoolEntries(exchange).filter((entry): entry is OpenRequest => entry.stage !== "published");
}

const shown = 50;

/** Names, in bounds, what the next watcher has to go on with. */
export function logLeftOpen({ log }: Host, outbox: KnownOutbox): void {
  const open = leftOpen(outbox);
  if (open.length === 0) return;
  const requests = open.slice(0, shown).map(({ subagentId, requestId, stage }) => ({
    subagent_id: subagentId,
    request_id: requestId,
    stage,
  }));
  log({ level: "warn", event: "left_open", outbox: outbox.config.name, count: open.length, requests });
}
