import type { RunRecord } from "@retinue/engine-contract";
import { changesText } from "./subagent-prompt.ts";

/** What an engine without a saved session is told: its role, the earlier messages, the last answer, the new message. */
export function continuationPrompt(record: RunRecord, message: string): string {
  const earlier = record.runs.map(({ task, result }) => {
    const answer = result?.["answer"];
    const came =
      typeof answer === "string"
        ? `You answered:\n\n${answer}`
        : "You were cut off before you had an answer.";
    return `You were asked:\n\n${task}\n\n${came}`;
  });
  const changes = record.runs.at(-1)?.changes;
  const role = record.runs
    .findLast(({ system_prompt }) => system_prompt !== undefined)
    ?.system_prompt?.trim();
  return [
    ...(role === undefined || role === "" ? [] : [role]),
    "## You are a subagent and go on with earlier work\n\nYour workspace still holds the files you made. Write in it only; everything else is read-only.",
    ...(changes === undefined ? [] : [changesText({ repository: changes.path, tree: changes.tree })]),
    `## What came before\n\n${earlier.join("\n\n---\n\n")}`,
    `## Your task now\n\n${message}`,
  ].join("\n\n");
}
