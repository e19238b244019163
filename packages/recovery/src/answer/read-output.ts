import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ContainedRoot } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import type { Sources } from "../locate/sources.ts";
import type { FoundAnswer } from "./first-readable.ts";
import { readAnswer } from "./read-answer.ts";

/**
 * What the engine put out when it ended: the `--output-file` in the runtime workspace, else the copy
 * of it in the log directory.
 */
export function readOutput(sources: Sources, maxBytes: number): FoundAnswer | undefined {
  const { workspacePath, logPath } = sources.paths;
  const copied = `${logLayout.workspace}/${logLayout.answer}`;
  return (
    readIfThere(workspacePath, logLayout.answer, () => sources.workspace, maxBytes) ??
    readIfThere(logPath, copied, () => sources.log, maxBytes)
  );
}

function readIfThere(
  directory: string | null | undefined,
  path: string,
  open: () => ContainedRoot | undefined,
  maxBytes: number,
): FoundAnswer | undefined {
  // Mostly nothing is there, and to look is cheaper than to walk. A hint only: the reading is contained.
  if (!directory || !existsSync(join(directory, path))) return undefined;
  const root = open();
  const read = root && readAnswer({ root, path }, maxBytes);
  if (read?.ok !== true) return undefined;
  const warnings = read.warning === undefined ? [] : [read.warning];
  return { text: read.text, source: { reason: "output", path: read.path }, warnings };
}
