import { ContainedFsError, entryWithin, readTextWithin } from "@retinue/contained-fs";
import { logLayout, messageReceiptSchema, type MessageReceipt } from "@retinue/engine-contract";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { withWorkspace } from "../prepare/subagent-roots.ts";
import { inLogs, type LogPlace } from "../watch/find-log.ts";
import { newestAttempt } from "../watch/newest-attempt.ts";
import { messagePath } from "./write-message.ts";

// The last of them are those that are waited for.
const maxBytes = 1024 * 1024;

/** The receipts of one message, the first of each agent; what the child writes there besides is passed over. */
export function messageReceipts(
  paths: SubagentPaths,
  place: LogPlace,
  messageId: string,
): Map<string, MessageReceipt> {
  const receipts = new Map<string, MessageReceipt>();
  for (const line of receiptLines(paths, place)) {
    if (!line.includes(messageId)) continue;
    const receipt = receiptIn(line);
    if (receipt?.message_id === messageId && !receipts.has(receipt.agent_id))
      receipts.set(receipt.agent_id, receipt);
  }
  return receipts;
}

/** Whether an engine has taken a message out of the inbox. */
export function isTaken(paths: SubagentPaths, messageId: string): boolean {
  try {
    return withWorkspace(paths, (workspace) => entryWithin(workspace, messagePath(messageId)) === undefined);
  } catch (error) {
    if (error instanceof ContainedFsError) return false;
    throw error;
  }
}

function receiptLines(paths: SubagentPaths, place: LogPlace): string[] {
  try {
    return inLogs(paths, place, (root, base) => {
      const { names } = newestAttempt(root, base);
      const path = [base, ...names, logLayout.messageReceipts].join("/");
      return readTextWithin(root, path, { maxBytes, whenLarger: "tail" }).text.split("\n");
    });
  } catch (error) {
    // None yet.
    if (error instanceof ContainedFsError) return [];
    throw error;
  }
}

function receiptIn(line: string): MessageReceipt | undefined {
  try {
    return messageReceiptSchema.parse(JSON.parse(line));
  } catch {
    // Cut short, or not an engine's.
    return undefined;
  }
}
