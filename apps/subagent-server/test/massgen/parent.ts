import { installedProgram } from "@retinue/testkit";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Start } from "../../src/configure/manager-settings.ts";

export interface Parent {
  readonly apiUrl: string;
  /** Models by agent, in order of registration. */
  readonly models: Readonly<Record<string, string>>;
  readonly engine: "massgen" | "retinue-child";
  /** Whether `uv` is on PATH and `massgen` is not. */
  readonly byUv?: boolean;
  readonly coordination?: object;
}

/** A parent's workspace in a new directory, with a team of models and what a server over it is started with. */
export function parentStart(directory: string, parent: Parent): Start {
  const { apiUrl, models, engine, byUv = false, coordination } = parent;
  const agents = Object.entries(models).map(([id, model]) => ({
    id,
    backend: { type: "chatcompletion", model, base_url: `${apiUrl}/v1`, exclude_file_operation_mcps: true },
  }));
  const limits = { subagent_min_timeout: 10, subagent_default_timeout: 600 };
  const config = {
    agents,
    orchestrator: { coordination: { subagent_runtime_mode: "inherited", ...limits, ...coordination } },
    retinue: { engine },
  };
  const workspace = join(directory, "workspace");
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify(config));
  return {
    flags: { "log-directory": join(directory, "logs") },
    directory: workspace,
    environment: massgenEnvironment(directory, byUv),
    log: () => {},
  };
}

/** MassGen's environment as a person has it who has installed it, with a home that is the test's. */
export function massgenEnvironment(home: string, byUv = false): Record<string, string | undefined> {
  const installed = dirname(installedProgram("massgen").path);
  const uv = join(home, "bin");
  if (byUv) {
    mkdirSync(uv);
    symlinkSync(join(installed, "uv"), join(uv, "uv"));
  }
  const others = (process.env["PATH"] ?? "").split(delimiter);
  const path = byUv
    ? [uv, ...others.filter((each) => !existsSync(join(each, "massgen")))]
    : [installed, ...others];
  return {
    ...process.env,
    PATH: path.join(delimiter),
    VIRTUAL_ENV: dirname(installed),
    HOME: home,
    OPENAI_API_KEY: "any",
    CLAUDECODE: "1",
  };
}
