import { readTextWithin } from "@retinue/contained-fs";
import { validateChildConfig } from "@retinue/engine-contract";
import { basename } from "node:path";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { withLog } from "../prepare/subagent-roots.ts";
import { maxDocumentBytes } from "../record/document-limit.ts";

/** The ids of a subagent's agents, by its configuration; undefined when that cannot be read. */
export function teamOf(paths: SubagentPaths): string[] | undefined {
  try {
    const name = basename(paths.configFile);
    const { text } = withLog(paths, (log) => readTextWithin(log, name, { maxBytes: maxDocumentBytes }));
    return validateChildConfig(JSON.parse(text)).agents.map(({ id }) => id);
  } catch {
    return undefined;
  }
}
