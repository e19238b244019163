import { acpAgentOf, type BudgetLimits, type ChildConfig } from "@retinue/engine-contract";
import { runBudget } from "@retinue/coordination-config";
import { priceOf } from "@retinue/model-prices";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { SubagentTask } from "../contract/subagent-task.ts";

type Coordination = Settings["coordination"];

/** What a run may spend by itself, and what its parent's runs may spend together. */
export interface PlannedBudget {
  readonly limits: BudgetLimits | undefined;
  /** What of the team counts too late for them, or not at all. */
  readonly warning: string | undefined;
}

/**
 * The budget of one task's run: what is configured for each, or less where the task asks for less.
 *
 * @param team The configuration of its team, asked for where it has one.
 * @throws RuntimeError BUDGET_REFUSED when it asks for more, or when nobody knows what its team costs.
 */
export function planBudget(
  { max_cost, max_tokens }: Pick<SubagentTask, "max_cost" | "max_tokens">,
  where: string,
  team: () => ChildConfig,
  coordination: Coordination,
): PlannedBudget {
  const configured = runBudget(coordination) ?? {};
  const cost = lower("max_cost", max_cost, configured.max_cost, where);
  const tokens = lower("max_tokens", max_tokens, configured.max_tokens, where);
  const limits = {
    ...(cost !== undefined && { max_cost: cost }),
    ...(tokens !== undefined && { max_tokens: tokens }),
  };
  if (Object.keys(limits).length === 0) return { limits: undefined, warning: undefined };
  const config = team();
  if (cost !== undefined) refuseWithoutPrice(config, where);
  return { limits, warning: uncounted(config) };
}

function lower(
  key: keyof BudgetLimits,
  asked: number | undefined,
  configured: number | undefined,
  where: string,
): number | undefined {
  if (asked === undefined || configured === undefined || asked <= configured) return asked ?? configured;
  throw new RuntimeError(
    "BUDGET_REFUSED",
    `${where} asks for ${key} ${asked}, and ${configured} is what one run may spend here`,
    {
      remedy: `Ask for at most ${configured}, or leave ${key} out.`,
      details: { [key]: asked, most: configured },
    },
  );
}

/** It says by itself what it has spent, whatever its model is called. */
const ownCost = new Set(["claude_code"]);
const ownCostByAcp = new Set(["claude-agent-acp", "opencode"]);
const saysItsCost = (backend: ChildConfig["agents"][number]["backend"]) =>
  ownCost.has(backend.type) || ownCostByAcp.has(acpAgentOf(backend) ?? "");

function refuseWithoutPrice({ agents }: ChildConfig, where: string): void {
  const unpriced = agents.find(
    ({ backend }) =>
      backend.type !== "command" &&
      !saysItsCost(backend) &&
      (backend.model === undefined || priceOf(backend.model) === undefined),
  );
  if (unpriced === undefined) return;
  const { type, model } = unpriced.backend;
  const what =
    model === undefined ? `names no model for ${type}` : `has the model ${model}, of which no price is known`;
  throw new RuntimeError(
    "BUDGET_REFUSED",
    `${where} cannot be held to a budget of cost: agent ${unpriced.id} of its team ${what}`,
    {
      remedy: "Name a model with a price in backend.model, or limit tokens instead: subagent_max_tokens.",
      details: { agent: unpriced.id, type, model },
    },
  );
}

const countsLate: Readonly<Record<string, string>> = {
  command: "is a command, of which nobody counts what it spends unless it says so",
  codex: "tells at the end of each turn only what it has used: a turn may go beyond its budget",
  acp: "may tell at the end of each turn only what it has used: a turn may go beyond its budget",
  gemini_cli: "tells at the end of each turn only what it has used: a turn may go beyond its budget",
};

function uncounted({ agents }: ChildConfig): string | undefined {
  const said = agents.flatMap(({ id, backend: { type } }) => {
    const why = countsLate[type];
    return why === undefined ? [] : [`agent ${id} ${why}`];
  });
  return said.length === 0 ? undefined : said.join("; ");
}
