import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statusOf } from "./status.ts";
import type { Place } from "./place.ts";

export const agent = "agent1";
export const snapshot = "20260102_190132_000001";

/** What an engine leaves: status, a snapshot of its agent's answer and, when there is one, the answer. */
export function layOut({ answerFile }: Place, attempt: string, answer: string | undefined): void {
  mkdirSync(join(attempt, agent, snapshot), { recursive: true });
  writeFileSync(join(attempt, agent, snapshot, "answer.txt"), answer ?? "an answer in a snapshot");
  writeFileSync(join(attempt, "status.json"), JSON.stringify(statusOf({})));
  if (answer !== undefined) writeFileSync(answerFile, answer);
}
