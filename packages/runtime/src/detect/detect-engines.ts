import { entryAt } from "@retinue/contained-fs";
import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findProgram } from "./find-program.ts";
import type { Finding } from "@retinue/errors";
import type { Environment } from "./environment.ts";

/** The programs that can run a team. `retinueChild` is where ours should be. */
export function detectEngines(environment: Environment, retinueChild: string): Finding[] {
  return [ours(retinueChild), massgen(environment)];
}

function ours(path: string): Finding {
  const name = "retinue-child";
  if (entryAt(path) !== undefined) return { name, ok: true, found: path };
  return { name, ok: false, found: `${path} is missing`, remedy: "npm install -g retinue" };
}

function massgen({ PATH }: Environment): Finding {
  const name = "massgen";
  const path = findProgram(name, PATH);
  if (path !== undefined) {
    return { name, ok: true, found: [versionBeside(path), path].filter(Boolean).join(" ") };
  }
  const uv = findProgram("uv", PATH);
  if (uv === undefined) {
    return { name, ok: false, found: "neither massgen nor uv is on PATH", remedy: "pip install massgen" };
  }
  const found = "massgen is not on PATH; uv is, so the engine massgen is tried as `uv run massgen`";
  return { name, ok: false, found, remedy: "uv tool install massgen" };
}

/** Asking it takes 9 s; what was installed beside it says the same. */
function versionBeside(path: string): string | undefined {
  const [found] = globSync("lib/python3*/site-packages/massgen-*.dist-info", {
    cwd: join(dirname(path), ".."),
  });
  return found === undefined ? undefined : /^massgen-(.+)\.dist-info$/.exec(basename(found))?.[1];
}
