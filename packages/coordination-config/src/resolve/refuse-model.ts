import { z } from "zod";
import { CoordinationConfigError } from "../coordination-config-error.ts";
import type { SubagentOrchestrator } from "../schema/subagent-orchestrator.ts";
import type { ResolvedTeam } from "./resolved-team.ts";
import { requireArguments } from "../require-arguments.ts";

const argumentsSchema = z.object({
  model: z.string().optional(),
  team: z.looseObject({ members: z.array(z.looseObject({})) }),
});

/**
 * A task's `model` replaces the model of a team of one. It is refused for a larger team, and wherever
 * `inherit_spawning_agent_backend` is set.
 *
 * @throws CoordinationConfigError MODEL_REFUSED; INVALID_INPUT.
 */
export function refuseModel(
  model: string | undefined,
  team: ResolvedTeam,
  orchestrator?: Partial<SubagentOrchestrator> | null,
): void {
  requireArguments("refuseModel", argumentsSchema, { model, team });
  if (model === undefined) return;
  const { members, rule } = team;
  if (orchestrator?.inherit_spawning_agent_backend === true) {
    throw refused(model, "while inherit_spawning_agent_backend is set", {
      remedy:
        "Leave model out: the team has the spawning agent's model. Or set inherit_spawning_agent_backend: false.",
      details: { model, rule },
    });
  }
  if (members.length > 1) {
    throw refused(model, `to a team of ${members.length} agents`, {
      remedy: "Leave model out, or configure a team of one agent.",
      details: { model, rule, agents: members.map(({ id }) => id ?? null) },
    });
  }
}

function refused(
  model: string,
  why: string,
  options: { remedy: string; details: Record<string, unknown> },
): CoordinationConfigError {
  return new CoordinationConfigError(
    "MODEL_REFUSED",
    `model ${JSON.stringify(model)} cannot be given ${why}`,
    options,
  );
}
