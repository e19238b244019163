import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseOrchestratorStatus } from "@retinue/status-model";

/** A status.json as a real run of MassGen had it at one moment. */
export interface Frame {
  readonly text: string;
  readonly phase: string;
  readonly percentage: number;
}

export const recordedLogs = join(
  import.meta.dirname,
  "../../../packages/recovery/test/fixtures/massgen-logs",
);

/** The recorded runs that have frames, each with its frames in order. */
export function recordedFrames(): Map<string, Frame[]> {
  const cases = new Map<string, Frame[]>();
  for (const path of globSync("*/frames/*.json", { cwd: recordedLogs }).toSorted()) {
    const name = basename(dirname(dirname(path)));
    const text = readFileSync(join(recordedLogs, path), "utf8");
    const parsed = parseOrchestratorStatus(text);
    const { phase, completion_percentage } = parsed.ok ? parsed.status.coordination : {};
    if (phase === undefined || completion_percentage === undefined) throw new Error(`${path} tells no phase`);
    cases.set(name, [...(cases.get(name) ?? []), { text, phase, percentage: completion_percentage }]);
  }
  return cases;
}
