import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readTextWithin, withRoot } from "@retinue/contained-fs";
import { replaceFile } from "../record/replace-file.ts";
import { logLayout, requireId } from "@retinue/engine-contract";
import { z } from "zod";
import { ChildOrchestratorError } from "../child-orchestrator-error.ts";

const turnSchema = z.looseObject({ task: z.string(), winning_agent: z.string().nullish() });

/** An earlier turn of a session. */
export interface Turn {
  readonly number: number;
  readonly task: string;
  readonly answer: string;
  readonly winningAgent: string | undefined;
}

export interface Session {
  readonly id: string;
  /** `<cwd>/.massgen/sessions/<id>`. */
  readonly directory: string;
  /** In order. */
  readonly turns: readonly Turn[];
}

/**
 * Begins a session, or opens the one that is named, and says which in `.massgen/.session_id`: a
 * launcher reads it there even when the run ends by a kill.
 *
 * @throws ChildOrchestratorError UNKNOWN_SESSION with those there are; EngineContractError INVALID_ID.
 */
export function openSession(workspace: string, sessionId: string | undefined, date = new Date()): Session {
  const massgen = join(workspace, logLayout.massgen);
  const sessions = join(massgen, logLayout.sessions);
  mkdirSync(sessions, { recursive: true });
  const id =
    sessionId === undefined ? begin(sessions, date) : existing(sessions, requireId(sessionId, "session id"));
  const directory = join(sessions, id);
  replaceFile(join(massgen, logLayout.sessionId), id);
  return { id, directory, turns: earlierTurns(directory) };
}

/** `session_20260102_190131`; another session of the same second gets a number behind it. */
function begin(sessions: string, date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  const base = `session_${day}_${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}_${count}`;
    try {
      mkdirSync(join(sessions, id));
      return id;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function existing(sessions: string, id: string): string {
  const known = readdirSync(sessions).toSorted();
  if (known.includes(id)) return id;
  throw new ChildOrchestratorError("UNKNOWN_SESSION", `there is no session ${id} in ${sessions}`, {
    remedy: known.length === 0 ? "Leave --session-id out to begin one." : `Use one of: ${known.join(", ")}.`,
    details: { sessionId: id, known },
  });
}

function earlierTurns(directory: string): Turn[] {
  return readdirSync(directory)
    .flatMap((name) => {
      const number = Number(/^turn_(\d+)$/.exec(name)?.[1] ?? Number.NaN);
      return Number.isNaN(number) ? [] : readTurn(join(directory, name), number);
    })
    .toSorted((a, b) => a.number - b.number);
}

/** An answer's own limit, and its task beside it. Agents may write here: no FIFO and no link is opened. */
const limit = { maxBytes: 64 * 1024 * 1024 } as const;

/** A turn without an answer was cut off while it was saved: it is no turn. */
function readTurn(directory: string, number: number): Turn[] {
  try {
    const read = (name: string) => withRoot(directory, (root) => readTextWithin(root, name, limit).text);
    const answer = read(logLayout.answer);
    const metadata = turnSchema.parse(JSON.parse(read("metadata.json")));
    return [{ number, answer, task: metadata.task, winningAgent: metadata.winning_agent ?? undefined }];
  } catch {
    return [];
  }
}
