import { makeDirectoryWithin, removeEntryWithin, writeFileWithin } from "@retinue/contained-fs";
import type { RuntimeMessage } from "@retinue/engine-contract";
import { randomBytes } from "node:crypto";
import { inbox, type SubagentPaths } from "../prepare/subagent-paths.ts";
import { withWorkspace } from "../prepare/subagent-roots.ts";

let written = 0;

/**
 * Puts a message into a subagent's inbox, whole or not at all, and returns its id. Ids sort as their messages were
 * written by one process; MassGen's engine takes them in that order.
 *
 * @throws ContainedFsError when the inbox cannot be written.
 */
export function writeMessage(paths: SubagentPaths, message: RuntimeMessage, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const within = String(now.getMilliseconds()).padStart(3, "0");
  written = (written + 1) % 10_000;
  const messageId = `msg_${seconds}_${within}${String(written).padStart(4, "0")}${randomBytes(2).toString("hex")}`;
  const text = JSON.stringify({ ...message, timestamp: now.toISOString() }, undefined, 2);
  withWorkspace(paths, (workspace) => {
    makeDirectoryWithin(workspace, inbox);
    // A power cut ends the run as well.
    writeFileWithin(workspace, messagePath(messageId), text, { durable: false });
  });
  return messageId;
}

/** Takes a message back that nobody has taken. */
export function removeMessage(paths: SubagentPaths, messageId: string): void {
  withWorkspace(paths, (workspace) => removeEntryWithin(workspace, messagePath(messageId)));
}

/** Where a message lies in the workspace. */
export function messagePath(messageId: string): string {
  return `${inbox}/${messageId}.json`;
}
