import { appendFileSync, existsSync, readFileSync } from "node:fs";

export interface ConversationLine {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Number of the run. */
  readonly run: number;
}

/**
 * Adds a message to conversation.jsonl, one JSON object a line; a message that is there already
 * (written before a kill) is not added twice.
 */
export function appendConversation(path: string, line: ConversationLine, now: Date): void {
  if (existsSync(path) && readLines(path).some(({ role, run }) => role === line.role && run === line.run))
    return;
  const { role, content, run } = line;
  const text = JSON.stringify({ timestamp: now.toISOString(), role, content, run });
  // A line cut short by a kill stays alone on its line.
  appendFileSync(path, endsInsideLine(path) ? `\n${text}\n` : `${text}\n`);
}

function readLines(path: string): Partial<ConversationLine>[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Partial<ConversationLine>];
      } catch {
        return [];
      }
    });
}

function endsInsideLine(path: string): boolean {
  if (!existsSync(path)) return false;
  const text = readFileSync(path, "utf8");
  return text !== "" && !text.endsWith("\n");
}
