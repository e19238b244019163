import {
  inheritedSchema,
  parentAgentSchema,
  subagentOrchestratorSchema,
  type InheritedSettings,
} from "@retinue/coordination-config";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { FlagName } from "../flags/flag-table.ts";
import type { FlagValues } from "../flags/parse-flags.ts";
import { checkDocument, parseJson } from "./check-document.ts";
import { newestCopy } from "./newest-copy.ts";
import { invalidFile, readNamedFile } from "./read-named-file.ts";

const contextPathSchema = z
  .union([z.string().min(1), z.looseObject({ path: z.string().min(1) })])
  .transform((entry) => ({ path: typeof entry === "string" ? entry : entry.path }));

/** What the files hold that MassGen's flags name. */
export interface FlagFiles {
  readonly agents?: z.output<typeof parentAgentSchema>[] | undefined;
  readonly contextPaths?: { path: string }[] | undefined;
  readonly coordination?: InheritedSettings | undefined;
}

/** @throws SubagentServerError INVALID_FILE naming the file and the flag. */
export function readFlagFiles(flags: FlagValues): FlagFiles {
  const read = <T extends z.ZodType>(flag: FlagName, schema: T): z.output<T> | undefined => {
    const named = flags[flag];
    if (named === undefined) return undefined;
    const source = `--${flag}`;
    const there = readNamedFile(named, source);
    const found =
      there === undefined
        ? newestCopy(basename(named), flags["agent-temporary-workspace"])
        : { path: named, text: there };
    if (found === undefined) throw invalidFile(named, source, "it does not exist");
    return checkDocument(schema, parseJson(found.text, found.path, source), found.path, source);
  };
  const coordination = read("coordination-config-file", inheritedSchema);
  const orchestrator =
    read("orchestrator-config-file", subagentOrchestratorSchema) ??
    inlineOrchestrator(flags["orchestrator-config"]);
  return {
    agents: read("agent-configs-file", z.array(parentAgentSchema).min(1)),
    contextPaths: read("context-paths-file", z.array(contextPathSchema)),
    coordination:
      orchestrator === undefined ? coordination : { ...coordination, subagent_orchestrator: orchestrator },
  };
}

/** MassGen gives `{}` where there is none. */
function inlineOrchestrator(text: string | undefined) {
  const flag = "--orchestrator-config";
  const document = text === undefined ? undefined : parseJson(text, "its value", flag);
  if (document === undefined || isDeepStrictEqual(document, {})) return undefined;
  return checkDocument(subagentOrchestratorSchema, document, "its value", flag);
}
