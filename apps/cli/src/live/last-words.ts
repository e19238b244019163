import { printable } from "@retinue/contained-fs";
import { newestDrafts } from "./newest-drafts.ts";

/** More than a line of a terminal holds, whatever is written. */
const tailBytes = 2000;

/** The last words of each agent's newest draft in a subagent's log directory, on one line each; none where none is. */
export function lastWords(logPath: string): ReadonlyMap<string, string> {
  return new Map(
    [...newestDrafts(logPath, tailBytes)].map(([agentId, { text }]) => [
      agentId,
      printable(text.replaceAll(/\s+/g, " ").trim()),
    ]),
  );
}
