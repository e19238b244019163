import { readText, writeFileWithin } from "@retinue/contained-fs";
import { childConfigYaml } from "@retinue/coordination-config";
import { validateChildConfig, type BudgetLimits, type ChildConfig } from "@retinue/engine-contract";
import { basename } from "node:path";
import type { SubagentPaths } from "./subagent-paths.ts";
import { withLog } from "./subagent-roots.ts";

const maxConfigBytes = 16 * 1024 * 1024;

/** The file lies where no child writes: a continuation goes by what its spawn was given. */
export function readChildConfig({ configFile }: Pick<SubagentPaths, "configFile">): ChildConfig {
  return validateChildConfig(
    JSON.parse(readText(configFile, { maxBytes: maxConfigBytes }) ?? ""),
    configFile,
  );
}

export function writeChildConfig(paths: SubagentPaths, config: ChildConfig): void {
  withLog(paths, (log) =>
    // A backend may carry a key in clear text.
    writeFileWithin(log, basename(paths.configFile), childConfigYaml(config), {
      mode: 0o600,
      durable: false,
    }),
  );
}

/** Gives a further run a budget of its own, or none. */
export function renewBudget(paths: SubagentPaths, budget: BudgetLimits | undefined): void {
  const { budget: earlier, ...config } = readChildConfig(paths);
  if (earlier === undefined && budget === undefined) return;
  writeChildConfig(paths, budget === undefined ? config : { ...config, budget });
}
