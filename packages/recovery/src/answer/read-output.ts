import { logLayout } from "@retinue/engine-contract";
import type { Place } from "../locate/place.ts";
import type { Sources } from "../locate/sources.ts";
import type { FoundAnswer } from "./first-readable.ts";
import { readAnswer } from "./read-answer.ts";

/**
 * What the engine put out when it ended: the `--output-file` in the runtime workspace, else the copy
 * of it in the log directory.
 */
export function readOutput({ workspace, log }: Sources, maxBytes: number): FoundAnswer | undefined {
  const places: Place[] = [];
  if (workspace !== undefined) places.push({ root: workspace, path: logLayout.answer });
  if (log !== undefined) places.push({ root: log, path: `${logLayout.workspace}/${logLayout.answer}` });
  for (const place of places) {
    const read = readAnswer(place, maxBytes);
    if (!read.ok) continue;
    const warnings = read.warning === undefined ? [] : [read.warning];
    return { text: read.text, source: { reason: "output", path: read.path }, warnings };
  }
  return undefined;
}
