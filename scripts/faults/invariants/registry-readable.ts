import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Invariant } from "../world/evidence.ts";

/** What MassGen reads of it. */
const registrySchema = z.object({
  parent_agent_id: z.string(),
  orchestrator_id: z.string(),
  subagents: z.array(
    z.looseObject({
      subagent_id: z.string().min(1),
      task: z.string(),
      status: z.enum(["completed", "completed_but_timeout", "partial", "timeout", "error", "cancelled"]),
      workspace: z.string().min(1),
      created_at: z.iso.datetime(),
    }),
  ),
});

/** The index of the workspace is what its schema says, with one entry for each subagent, none of which runs. */
export const registryReadable: Invariant = ({ world, rows }) => {
  try {
    const text = readFileSync(join(world.workspace, "subagents/_registry.json"), "utf8");
    const ids = registrySchema.parse(JSON.parse(text)).subagents.map(({ subagent_id }) => subagent_id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    const missing = rows.filter(({ subagent_id }) => !ids.includes(subagent_id));
    return [
      ...twice.map((id) => `${id} is twice in the registry`),
      ...missing.map(({ subagent_id }) => `${subagent_id} is listed and not in the registry`),
    ];
  } catch (error) {
    return [`the registry cannot be read: ${String(error)}`];
  }
};
