import type { CliEvent } from "./cli-agent.ts";

/** Characters that are kept of lines that hold no event. */
const maxRest = 1024 * 1024;
/** Repairing takes seconds for some texts of this length, and minutes for longer ones. */
const maxRepaired = 64 * 1024;

export interface EventLines {
  add(line: string): void;
  /** The lines that held no event, for `damagedEvents` or as plain text. */
  rest(): string;
}

/** Takes the events out of a program's output; log lines between them, or before one, do no harm. */
export function eventLines(onEvent: (event: CliEvent) => void): EventLines {
  const rest: string[] = [];
  let length = 0;
  return {
    add(line) {
      const event = eventOf(line);
      if (event !== undefined) return onEvent(event);
      if (length > maxRest || line.trim() === "") return;
      rest.push(line);
      length += line.length;
    },
    rest: () => rest.join("\n"),
  };
}

function eventOf(line: string): CliEvent | undefined {
  const start = line.indexOf("{");
  if (start < 0) return undefined;
  const end = line.lastIndexOf("}") + 1;
  const candidates = [
    line,
    line.slice(start),
    line.slice(Math.max(0, line.indexOf('{"type"'))),
    line.slice(start, end),
  ];
  for (const candidate of candidates) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (isEvent(value)) return value;
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

/** What can be read of events that are cut off or otherwise no longer JSON. */
export async function damagedEvents(rest: string): Promise<CliEvent[]> {
  const start = rest.indexOf("{");
  if (start < 0 || rest.length - start > maxRepaired) return [];
  const { jsonrepair } = await import("jsonrepair");
  try {
    const value: unknown = JSON.parse(jsonrepair(rest.slice(start)));
    return [value].flat().filter(isEvent);
  } catch {
    return [];
  }
}

function isEvent(value: unknown): value is CliEvent {
  return typeof value === "object" && value !== null && typeof (value as CliEvent).type === "string";
}
