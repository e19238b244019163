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
  return (
    readIfThere(sources.workspace, logLayout.answer, maxBytes) ??
    readIfThere(sources.log, `${logLayout.workspace}/${logLayout.answer}`, maxBytes)
  );
}

function readIfThere(
  root: ContainedRoot | undefined,
  path: string,
  maxBytes: number,
): FoundAnswer | undefined {
  const read = root && readAnswer({ root, path }, maxBytes);
  if (read?.ok !== true) return undefined;
  const warnings = read.warning === undefined ? [] : [read.warning];
  return { text: read.text, source: { reason: "output", path: read.path }, warnings };
}
