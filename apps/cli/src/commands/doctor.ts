import { entryAt } from "@retinue/contained-fs";
import {
  checkModels,
  configuredOptions,
  detectMachine,
  type DetectedMachine,
  type Finding,
} from "@retinue/runtime";
import { join, resolve } from "node:path";
import { readConfiguration } from "../configure/read-configuration.ts";
import { detectedText } from "../detect/detected-text.ts";
import { engineOf } from "../evaluate/engine-of.ts";
import { engineProgram } from "../engine-program.ts";
import { jsonText } from "../print/json-text.ts";
import { brokerCommand } from "../run/broker-command.ts";

export interface DoctorOptions {
  /** Prints what was detected as JSON and nothing else. */
  readonly json?: boolean | undefined;
  /** Asks a model of each route of the broker for a word. */
  readonly call?: boolean | undefined;
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  /** A configuration. Default: `retinue.yaml` of the workspace, where there is one. */
  readonly config?: string | undefined;
}

/**
 * `retinue doctor`: what is on this machine, and the command that changes what is not; where a broker is configured, its
 * routes.
 *
 * @returns The exit code: 0 when tasks can be run without a configuration and by each route of a configured broker, 1 when
 *   not.
 * @throws CliError, CoordinationConfigError or RuntimeError where the configuration cannot be taken.
 */
export async function doctor({ json = false, ...options }: DoctorOptions): Promise<0 | 1> {
  const detected = await detectMachine({ environment: process.env, retinueChild: engineProgram() });
  const routes = await routesOf(options, detected.team);
  const found = { ...detected, ...(routes !== undefined && { routes }) };
  process.stdout.write(json ? jsonText(found, 2) : detectedText(found));
  const isWell = routes?.every(({ ok }) => ok) ?? true;
  return detected.team.agents === undefined || !isWell ? 1 : 0;
}

/** Undefined where nothing is configured, or no broker. */
async function routesOf(
  { workspace = ".", config, call = false }: DoctorOptions,
  { agents = [] }: DetectedMachine["team"],
): Promise<readonly Finding[] | undefined> {
  const directory = resolve(workspace);
  const path = config ?? join(directory, "retinue.yaml");
  if (config === undefined && entryAt(path) === undefined) return undefined;
  const read = await readConfiguration(path);
  const { warnings: _, ...configured } = configuredOptions(read, directory);
  const program = { engine: engineOf(read), environment: process.env, brokerCommand };
  return checkModels({ ...configured, ...program, findTeam: async () => ({ agents }) }, { call });
}
