import { readText } from "@retinue/contained-fs";
import { supervisorFiles, type BudgetLimits } from "@retinue/engine-contract";
import { keysOf, limitsSchema, socketName, type ModelRuns, type OpenRunInput } from "@retinue/model-broker";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { loginsOf } from "../confine/login-table.ts";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import { readChildConfig, writeChildConfig } from "../prepare/child-config-file.ts";
import { supervisorDirectory, type SubagentPaths } from "../prepare/subagent-paths.ts";
import { geminiHome } from "./gemini-home.ts";
import { leadToBroker } from "./lead-to-broker.ts";
import { recordLock } from "./models-file.ts";
import { readModelsRecord, writeModelsRecord, type ModelsRecord } from "./models-record.ts";
import { planModels, refused } from "./plan-models.ts";
import type { RunModels } from "../contract/run-models.ts";

/** Where a run keeps its documents. */
export interface RunPlace {
  readonly paths: Pick<SubagentPaths, "logPath" | "runRecord">;
  /** Within its subagent, from 1. */
  readonly number: number;
}

/** A run that is about to begin. */
export interface RunToOpen extends RunPlace {
  readonly paths: SubagentPaths;
  readonly budget: BudgetLimits | undefined;
}

const mostTokenBytes = 4096;

/**
 * Opens a run at the broker, and leads its configuration there. Undefined where no agent of it asks a model.
 *
 * @param isFurther Its configuration is that of an earlier run, which may have been led to a broker before.
 * @throws RuntimeError INVALID_CONFIGURATION, ModelBrokerError.
 */
export async function openModels(
  { paths, number, budget }: RunToOpen,
  settings: Settings,
  runs: ModelRuns,
  isFurther: boolean,
): Promise<RunModels | undefined> {
  if (settings.hostLaunchPrefix.length > 0)
    throw refused(
      "subagent_host_launch_prefix starts runs elsewhere, where no broker of this machine is",
      "Remove the prefix, or set subagent_broker: false.",
    );
  const config = readChildConfig(paths);
  const plan = (isFurther ? earlierRecord(paths, number) : undefined) ?? planModels(config, settings);
  if (plan === undefined) return undefined;
  const directory = supervisorDirectory(paths.logPath, number);
  const { routes, agents, tcp } = plan;
  const limits = limitsSchema.parse({ cost: budget?.max_cost, tokens: budget?.max_tokens });
  const record: ModelsRecord = { version: 1, run: nameOf(paths, number), routes, agents, tcp, limits };
  const input = openInput(record, { paths, number }, settings);
  writeModelsRecord(directory, record);
  const socketDirectory = await runs.open(input);
  const { token_file, port } = await runs.access(record.run);
  const socket = join(socketDirectory, socketName);
  const token = (readText(token_file, { maxBytes: mostTokenBytes }) ?? "").trim();
  const opened = { routes, agents, socket, port: port ?? undefined, token };
  const isMassGen = engineOf(settings).kind === "massgen";
  const led = leadToBroker(config, opened, isMassGen, settings.environment);
  writeChildConfig(paths, led.config);
  return {
    socketDirectory,
    socket,
    port: opened.port,
    environment: {
      ...led.environment,
      ...(config.agents.some(({ backend }) => loginsOf(backend).includes("gemini_cli")) && geminiHome(paths)),
    },
    withheld: Object.values(routes).flatMap(({ key_env: name }) => name ?? []),
  };
}

/** What a broker is asked for, with the keys of this process's environment. @throws ModelBrokerError NO_KEY. */
export function openInput(
  record: ModelsRecord,
  { paths, number }: RunPlace,
  { environment }: Settings,
): OpenRunInput {
  const directory = supervisorDirectory(paths.logPath, number);
  const { run, routes, tcp, limits } = record;
  const keys = keysOf(routes, environment);
  const written = { path: paths.runRecord, run: number, lock: recordLock(directory) };
  return {
    run,
    routes,
    keys,
    limits,
    token: true,
    tcp,
    log: join(directory, supervisorFiles.calls),
    record: written,
  };
}

/** Of the last run before this one that had a broker: the configuration names none of what it asked before. */
function earlierRecord({ logPath }: SubagentPaths, number: number): ModelsRecord | undefined {
  for (let each = number - 1; each > 0; each--) {
    const record = readModelsRecord(supervisorDirectory(logPath, each));
    if (record !== undefined) return record;
  }
  return undefined;
}

/** Unlike any other's at a broker that all of a user's workspaces share. */
function nameOf({ subagentId, logPath }: SubagentPaths, number: number): string {
  const place = createHash("sha256").update(logPath).digest("hex").slice(0, 16);
  return `${subagentId}/${number} ${place}`;
}
