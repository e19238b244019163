import { readText } from "@retinue/contained-fs";
import { validateChildConfig } from "@retinue/engine-contract";
import { readSubagentStatus } from "@retinue/recovery";
import { z } from "zod";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";

const freeUsage = z.object({
  token_usage: z.object({ input_tokens: z.number().positive(), estimated_cost: z.literal(0) }),
});
const maxConfigBytes = 1024 * 1024;

/**
 * A remark for each model that a run of MassGen used and knew no price of: it counts such a model as free, and
 * says so to nobody. Our own engine says it in status.json.
 */
export async function modelsWithoutPrice({ paths, record }: RecordedRun): Promise<string[]> {
  if (currentRun(record).engine !== "massgen") return [];
  const status = await readSubagentStatus({ logPath: paths.logPath, workspacePath: paths.workspace });
  const free = [...(status?.agents ?? [])].filter(([, agent]) => freeUsage.safeParse(agent).success);
  if (free.length === 0) return [];
  const models = modelsOf(paths);
  const named = new Set(free.map(([id]) => models.get(id) ?? `agent ${id}'s model`));
  return [...named].map(
    (model) => `MassGen knows no price of ${model}: its tokens are counted, its cost is not`,
  );
}

/** By agent; none when the configuration is gone. */
function modelsOf({ configFile }: SubagentPaths): Map<string, string> {
  try {
    const text = readText(configFile, { maxBytes: maxConfigBytes }) ?? "";
    const { agents } = validateChildConfig(JSON.parse(text));
    return new Map(agents.map(({ id, backend }) => [id, String(backend["model"]).slice(0, 100)]));
  } catch {
    return new Map();
  }
}
