import { createSubagentManager, type SubagentManager } from "@retinue/runtime";
import { managerSettings, type Start } from "../configure/manager-settings.ts";
import { configFileName } from "../configure/server-config.ts";
import { SubagentServerError } from "../subagent-server-error.ts";

/**
 * Reads the configuration and makes the manager. Without a team there is one all the same: it lists
 * what earlier servers started, and refuses to spawn, saying where a team was looked for.
 *
 * @throws SubagentServerError, StatusModelError or RuntimeError naming file or flag and the remedy.
 */
export async function openManager(start: Start): Promise<SubagentManager> {
  const { options, teamMissingIn } = await managerSettings(start);
  const manager = createSubagentManager(options);
  if (teamMissingIn === undefined) return manager;
  const refuse = async (): Promise<never> => {
    throw noTeam(teamMissingIn);
  };
  return { ...manager, spawn: refuse, spawnParallel: refuse, continue: refuse };
}

function noTeam(path: string): SubagentServerError {
  return new SubagentServerError("NO_TEAM", `There is no team to run a task: ${path} does not exist`, {
    remedy:
      `Write a ${configFileName} there, for example ` +
      '"agents: [{id: solo, backend: {type: command, command: [my-agent]}}]", or start the server with --config or --agent-configs-file.',
    details: { path },
  });
}
