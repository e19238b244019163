import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { logLayout, type MessageReceipt } from "@retinue/engine-contract";

/** Adds a line to message_receipts.jsonl. A single write: a kill cuts at most the last line. */
export function appendReceipt(attemptDirectory: string, receipt: Omit<MessageReceipt, "at">): void {
  const line = { ...receipt, at: new Date().toISOString() };
  appendFileSync(join(attemptDirectory, logLayout.messageReceipts), `${JSON.stringify(line)}\n`);
}
