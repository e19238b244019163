import type { Environment, Finding } from "./finding.ts";
import { surveyAgents, type AgentFinding } from "./survey-agents.ts";
import { surveyDocker } from "./survey-docker.ts";
import { surveyEngines } from "./survey-engines.ts";
import { surveyKeys, type KeyFinding } from "./survey-keys.ts";
import { surveySandbox } from "./survey-sandbox.ts";
import { teamOf, type TeamSurvey } from "./survey-team.ts";

/** What is on this machine, by what it is for. */
export interface MachineSurvey {
  readonly engines: readonly Finding[];
  /** Command-line agents. */
  readonly agents: readonly AgentFinding[];
  /** Names of key variables; never their values. */
  readonly keys: readonly KeyFinding[];
  readonly sandbox: readonly Finding[];
  readonly docker: readonly Finding[];
  /** What a parent without a team would get. */
  readonly team: TeamSurvey;
}

/**
 * Looks at this machine: engines, command-line agents and their logins, keys, sandbox, Docker. All at
 * once, each look bounded in time, none over the network. `retinueChild` is where our engine should be.
 */
export async function surveyMachine(input: {
  readonly environment: Environment;
  readonly retinueChild: string;
}): Promise<MachineSurvey> {
  const { environment, retinueChild } = input;
  const [agents, docker] = await Promise.all([surveyAgents(environment), surveyDocker(environment)]);
  const keys = surveyKeys(environment);
  return {
    engines: surveyEngines(environment, retinueChild),
    agents,
    keys,
    sandbox: surveySandbox(),
    docker,
    team: teamOf(agents, keys),
  };
}
