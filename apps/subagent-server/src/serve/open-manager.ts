import packageJson from "../../package.json" with { type: "json" };
import { entryAt } from "@retinue/contained-fs";
import { createSubagentManager, type SubagentManager } from "@retinue/runtime";
import { openTelemetry } from "@retinue/telemetry";
import { managerSettings, type Start } from "../configure/manager-settings.ts";
import { teamFinder } from "../configure/team-finder.ts";

export interface OpenManager {
  readonly manager: SubagentManager;
  /** Whether a configuration was written since, before this manager ran anything. */
  isOutdated(): boolean;
}

/**
 * Reads the configuration and makes the manager. Without a team there is one all the same: it lists what
 * earlier servers started, and looks for a team when something is to be run.
 *
 * @throws SubagentServerError, StatusModelError or RuntimeError naming file or flag and the remedy.
 */
export async function openManager(start: Start): Promise<OpenManager> {
  const { options: settings, teamMissingIn } = await managerSettings(start);
  const { environment, log } = start;
  const { workspace } = settings;
  const { version } = packageJson;
  const telemetry = await openTelemetry({ environment, workspace, name: "retinue-mcp", version, log });
  const options = { ...settings, telemetry };
  if (teamMissingIn === undefined) {
    return { manager: createSubagentManager(options), isOutdated: () => false };
  }
  const isThere = () => entryAt(teamMissingIn) !== undefined;
  const wasThere = isThere();
  const finder = teamFinder(teamMissingIn, options.runtimeMode, start.environment);
  return {
    manager: createSubagentManager({ ...options, findTeam: finder.find }),
    isOutdated: () => !wasThere && !finder.hasFound() && isThere(),
  };
}
