import type { Finding } from "@retinue/errors";
import { z } from "zod";
import { environmentSchema } from "../contract/call-options.ts";
import { requireArguments } from "../require-arguments.ts";
import type { Environment } from "./environment.ts";
import { detectAgents, type AgentFinding } from "./detect-agents.ts";
import { detectDocker } from "./detect-docker.ts";
import { detectEngines } from "./detect-engines.ts";
import { detectKeys, type KeyFinding } from "./detect-keys.ts";
import { detectSandbox } from "./detect-sandbox.ts";
import { teamOf, type DetectedTeam } from "./detect-team.ts";

/** What is on this machine, by what it is for. */
export interface DetectedMachine {
  readonly engines: readonly Finding[];
  /** Command-line agents. */
  readonly agents: readonly AgentFinding[];
  /** Names of key variables; never their values. */
  readonly keys: readonly KeyFinding[];
  readonly sandbox: readonly Finding[];
  readonly docker: readonly Finding[];
  /** What a parent without a team would get. */
  readonly team: DetectedTeam;
}

const inputSchema = z.looseObject({ environment: environmentSchema, retinueChild: z.string() });

/**
 * Looks at this machine: engines, command-line agents and their logins, keys, sandbox, Docker. All at
 * once, each look bounded in time, none over the network. `retinueChild` is where our engine should be.
 */
export async function detectMachine(input: {
  readonly environment: Environment;
  readonly retinueChild: string;
}): Promise<DetectedMachine> {
  requireArguments("detectMachine", inputSchema, input);
  const { environment, retinueChild } = input;
  const [agents, docker, sandbox] = await Promise.all([
    detectAgents(environment),
    detectDocker(environment),
    detectSandbox(environment),
  ]);
  const keys = detectKeys(environment);
  return {
    engines: detectEngines(environment, retinueChild),
    agents,
    keys,
    sandbox,
    docker,
    team: teamOf(agents, keys),
  };
}
