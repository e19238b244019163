import { detectTeam, type FoundTeam } from "@retinue/runtime";
import { SubagentServerError } from "../subagent-server-error.ts";
import { configFileName } from "./server-config.ts";

/** For a start without a team. */
export interface TeamFinder {
  /** The team that this machine has ready: looked for until one is found, and then kept. */
  find(): Promise<FoundTeam>;
  /** Whether one was found, so that something may run with it. */
  hasFound(): boolean;
}

/** `missingIn` is the file where a team was looked for in vain. */
export function teamFinder(
  missingIn: string,
  runtimeMode: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): TeamFinder {
  let found: FoundTeam | undefined;
  return {
    hasFound: () => found !== undefined,
    find: async () => {
      // A host's engine has neither this machine's programs nor their logins.
      if (runtimeMode === "delegated") throw noTeam(missingIn, "and a host's team has to be named", writeOne);
      found ??= await onThisMachine(missingIn, environment);
      return found;
    },
  };
}

const writeOne =
  `Write a ${configFileName} there, for example ` +
  '"agents: [{id: solo, backend: {type: command, command: [my-agent]}}]", or start the server with --config or --agent-configs-file.';

async function onThisMachine(
  missingIn: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<FoundTeam> {
  const detected = await detectTeam(environment);
  if (detected.agents === undefined) {
    throw noTeam(
      missingIn,
      `and none is ready on this machine (${detected.found})`,
      `Run: ${detected.remedy}`,
    );
  }
  const notice = `no team is configured: this machine's ${detected.found} was taken; ${missingIn} can name another`;
  return { agents: detected.agents, notice };
}

function noTeam(path: string, why: string, remedy: string): SubagentServerError {
  return new SubagentServerError("NO_TEAM", `There is no team to run a task: ${path} names none, ${why}`, {
    remedy,
    details: { path },
  });
}
