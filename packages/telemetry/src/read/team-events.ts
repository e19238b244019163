import { ContainedFsError, readTextWithin, withRoot } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";

/** What an engine says of its team in events.jsonl, as far as it can be read. */
export interface TeamEvent {
  readonly type: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly agentId: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The child writes it: of a larger one the first part counts. */
const maxBytes = 16 * 1024 * 1024;
const maxEvents = 20_000;
/** Then others have their turn. */
const linesAtOnce = 500;

const lineSchema = z.looseObject({
  timestamp: z.string(),
  event_type: z.string(),
  agent_id: z.string().nullish().catch(undefined),
  data: z.record(z.string(), z.unknown()).catch({}),
});

/** The events of an attempt, in order of time; none where none can be read. */
export async function readTeamEvents(logPath: string, attempt: string): Promise<readonly TeamEvent[]> {
  const events: TeamEvent[] = [];
  for (const [index, line] of linesOf(logPath, attempt).entries()) {
    if (index % linesAtOnce === linesAtOnce - 1) await nextTurn();
    const event = eventOf(line);
    if (event !== undefined && events.push(event) === maxEvents) break;
  }
  return events.toSorted((one, other) => one.at - other.at);
}

function linesOf(logPath: string, attempt: string): string[] {
  try {
    const limit = { maxBytes, whenLarger: "head" } as const;
    const { text } = withRoot(logPath, (root) =>
      readTextWithin(root, `${attempt}/${logLayout.events}`, limit),
    );
    return text.split("\n");
  } catch (error) {
    if (error instanceof ContainedFsError) return [];
    throw error;
  }
}

function eventOf(line: string): TeamEvent | undefined {
  if (line === "") return undefined;
  try {
    const { timestamp, event_type: type, agent_id: agentId, data } = lineSchema.parse(JSON.parse(line));
    const at = Date.parse(timestamp);
    return Number.isNaN(at) ? undefined : { type, at, agentId: agentId ?? undefined, data };
  } catch {
    // A kill cuts at most the last line; whatever else is none is nobody's.
    return undefined;
  }
}
