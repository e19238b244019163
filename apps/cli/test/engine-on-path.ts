import { temporaryDirectory } from "@retinue/testkit";
import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export const inherited = { orchestrator: { coordination: { subagent_runtime_mode: "inherited" } } };

/** A workspace whose runs are those of an engine on PATH, and the environment that has it. */
export function engineOnPath(engine: string) {
  const bin = temporaryDirectory();
  const program = join(bin, "massgen");
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${join(import.meta.dirname, engine)} "$@"\n`);
  chmodSync(program, 0o755);
  const workspace = temporaryDirectory();
  const team = { agents: [{ id: "solo", backend: { type: "openai", model: "none" } }], ...inherited };
  writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify({ ...team, retinue: { engine: "massgen" } }));
  return { workspace, env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` } };
}
