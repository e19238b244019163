import { childConfig } from "@retinue/coordination-config";
import { isRetinueError, type Finding } from "@retinue/errors";
import type { Routes } from "@retinue/model-broker";
import { settingsOf, type Settings, type SubagentManagerOptions } from "../configure/manager-options.ts";
import { teamOf } from "../prepare/plan-runs.ts";
import { sandboxOf } from "../mode/sandbox-of.ts";
import { withTeam } from "./with-team.ts";

/**
 * The routes by which runs of a manager with these options would get their models: whether each has its key, and, where
 * that is asked for, whether a model answers. Undefined where runs have no broker.
 *
 * @param how `call`: asks a model of each route for a word, through the broker, which is started where there is none.
 * @throws RuntimeError INVALID_CONFIGURATION, INVALID_INPUT.
 */
export async function checkModels(
  options: SubagentManagerOptions,
  how: { readonly call: boolean },
): Promise<readonly Finding[] | undefined> {
  const settings = settingsOf(options);
  const { broker, runtimeMode } = settings;
  const isLeftOpen = broker === "auto";
  if (broker === false || runtimeMode === "delegated") return undefined;
  if (isLeftOpen && sandboxOf(settings, runtimeMode) === "off") return undefined;
  const [{ checkRoutes, keysOf }, { brokerStart }] = await Promise.all([
    import("@retinue/model-broker"),
    import("../models/broker-start.ts"),
  ]);
  try {
    const routes = settings.brokerRoutes ?? (await askedRoutes(settings));
    // Without a key it goes without a broker.
    if (isLeftOpen) keysOf(routes, settings.environment);
    const { directory, command } = brokerStart(settings);
    const call = how.call ? { directory, command } : undefined;
    return await checkRoutes(routes, { environment: settings.environment, call });
  } catch (error) {
    if (!isRetinueError(error)) throw error;
    if (isLeftOpen) return undefined;
    const { message, remedy } = error;
    return [{ name: "the team can be led to a broker", ok: false, found: message, remedy }];
  }
}

/** By what a team would ask that is spawned without a role. */
async function askedRoutes(configured: Settings): Promise<Routes> {
  const { planModels } = await import("../models/plan-models.ts");
  const settings = await withTeam(configured);
  const config = childConfig({
    subagentId: "subagent",
    team: teamOf({ task: "" }, settings),
    workspace: settings.workspace,
    contextPaths: [],
    refine: true,
    coordination: settings.coordination,
  });
  return planModels(config, settings)?.routes ?? {};
}
