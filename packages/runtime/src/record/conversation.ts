import {
  appendWithin,
  ContainedFsError,
  readTextWithin,
  setAside,
  withRoot,
  type ContainedRoot,
} from "@retinue/contained-fs";
import { basename, dirname } from "node:path";

export interface ConversationLine {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Number of the run. */
  readonly run: number;
}

// More than the last message of either side has.
const tailBytes = 8 * 1024 * 1024;

/**
 * Adds a message to conversation.jsonl, one JSON object a line; a message that is there already
 * (written before a kill) is not added twice. What is no file of ours in its place is set aside.
 */
export function appendConversation(path: string, line: ConversationLine, now: Date): void {
  withRoot(dirname(path), (root) => {
    const present = readEnd(root, path);
    if (present.split("\n").some((text) => isSame(text, line))) return;
    const { role, content, run } = line;
    const text = JSON.stringify({ timestamp: now.toISOString(), role, content, run });
    // A line cut short by a kill stays alone on its line.
    const separator = present === "" || present.endsWith("\n") ? "" : "\n";
    appendWithin(root, basename(path), `${separator}${text}\n`);
  });
}

function isSame(text: string, { role, run }: ConversationLine): boolean {
  try {
    const present = JSON.parse(text) as Partial<ConversationLine>;
    return present.role === role && present.run === run;
  } catch {
    return false;
  }
}

function readEnd(root: ContainedRoot, path: string): string {
  try {
    return readTextWithin(root, basename(path), { maxBytes: tailBytes, whenLarger: "tail" }).text;
  } catch (error) {
    if (!(error instanceof ContainedFsError) || error.retryable) throw error;
    if (error.code !== "NOT_FOUND") setAside(path);
    return "";
  }
}
