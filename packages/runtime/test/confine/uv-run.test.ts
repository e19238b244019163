import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

const { path: massgen, missing } = installedProgram("massgen");
const uv = join(dirname(massgen), "uv");

/** A project with an environment in which a program is that starts an engine of ours. */
function projectAt(directory: string): void {
  writeFileSync(
    join(directory, "pyproject.toml"),
    '[project]\nname = "demo"\nversion = "1"\nrequires-python = ">=3.9"\ndependencies = []\n',
  );
  execFileSync("python3", ["-m", "venv", "--without-pip", join(directory, ".venv")]);
  const program = join(directory, ".venv/bin/engine");
  writeFileSync(
    program,
    `#!${directory}/.venv/bin/python\nimport os, sys\nos.execvp("node", ["node", *sys.argv[1:]])\n`,
  );
  chmodSync(program, 0o755);
}

test.skipIf(missing !== undefined).each(["of the workspace", "that the command names"])(
  `uv runs an engine in the sandbox, from the environment of the project %s${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  async (which) => {
    const options = scriptedOptions();
    const isNamed = which.startsWith("that");
    const project = isNamed ? temporaryDirectory() : options.workspace;
    projectAt(project);
    const engine = options.engine?.command.slice(1) ?? [];
    const command = [uv, "run", ...(isNamed ? ["--project", project] : []), "engine", ...engine];
    const home = temporaryDirectory();
    const manager = managerOf({
      ...options,
      engine: { kind: "retinue-child", command },
      sandbox: "required",
      environment: { ...options.environment, HOME: home },
    });
    const { result } = await manager.spawn({ task: script({ output: "By uv." }) });
    expect(await result).toMatchObject({
      status: "completed",
      answer: "By uv.",
      policy: { boundary: "bubblewrap" },
    });
  },
);
