import { readText } from "@retinue/contained-fs";
import { requireId } from "@retinue/engine-contract";
import { join } from "node:path";
import { z } from "zod";

/** An agent as its team was configured. */
export interface ConfiguredAgent {
  readonly id: string;
  readonly backend: string | undefined;
  readonly model: string | undefined;
}

const maxBytes = 16 * 1024 * 1024;

// Nothing else of it is looked at: a backend may carry a key.
const configSchema = z.looseObject({
  agents: z.array(
    z.looseObject({
      id: z.string(),
      backend: z.looseObject({
        type: z.string().optional().catch(undefined),
        model: z.string().optional().catch(undefined),
      }),
    }),
  ),
});

/** The team of a subagent, by the file that it was started with; none where that is gone. */
export function configuredAgents(logPath: string, subagentId: string): readonly ConfiguredAgent[] {
  try {
    const path = join(logPath, `subagent_config_${requireId(subagentId)}.yaml`);
    const { agents } = configSchema.parse(JSON.parse(readText(path, { maxBytes }) ?? ""));
    return agents.map(({ id, backend: { type, model } }) => ({ id, backend: type, model }));
  } catch {
    return [];
  }
}
