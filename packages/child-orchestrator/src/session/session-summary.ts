import { join } from "node:path";
import { logLayout } from "@retinue/engine-contract";
import type { Session, Turn } from "./session-store.ts";

const rule = "=".repeat(80);

/** SESSION_SUMMARY.txt: the turns of a session, for people. */
export function sessionSummary(session: Pick<Session, "id" | "directory">, turns: readonly Turn[]): string {
  const parts = turns.map(({ number, task, winningAgent }) =>
    [
      rule,
      `TURN ${number}`,
      rule,
      `Winning Agent: ${winningAgent ?? "unknown"}`,
      `Task: ${task}`,
      `Answer: See ${join(session.directory, `turn_${number}`, logLayout.answer)}`,
      "",
    ].join("\n"),
  );
  return [`${rule}\nMulti-Turn Session: ${session.id}\n${rule}\n`, ...parts].join("\n");
}
