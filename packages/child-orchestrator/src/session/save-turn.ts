import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../record/replace-file.ts";
import { logLayout } from "@retinue/engine-contract";
import { sessionSummary } from "./session-summary.ts";
import type { Session } from "./session-store.ts";

export interface FinishedTurn {
  readonly task: string;
  readonly answer: string;
  readonly winningAgent: string;
}

/** Adds a turn to the session: its answer first, because a turn without one is not counted. */
export function saveTurn(session: Session, turn: FinishedTurn, date = new Date()): void {
  const number = nextNumber(session.directory);
  const directory = join(session.directory, `turn_${number}`);
  mkdirSync(directory);
  replaceFile(join(directory, logLayout.answer), turn.answer);
  const timestamp = date.toISOString();
  const { task, winningAgent: winning_agent } = turn;
  const metadata = { turn: number, timestamp, winning_agent, task, session_id: session.id };
  replaceFile(join(directory, "metadata.json"), `${JSON.stringify(metadata, undefined, 2)}\n`);
  const turns = [...session.turns, { ...turn, number }];
  replaceFile(join(session.directory, "SESSION_SUMMARY.txt"), sessionSummary(session, turns));
  const winners = turns.map((each) => ({ agent_id: each.winningAgent ?? null, turn: each.number }));
  replaceFile(
    join(session.directory, "winning_agents_history.json"),
    `${JSON.stringify(winners, undefined, 2)}\n`,
  );
}

/** Also after a turn that was cut off while it was saved: its number is not used again. */
function nextNumber(directory: string): number {
  const numbers = readdirSync(directory).map((name) => Number(/^turn_(\d+)$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}
