import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SubagentServerError } from "../subagent-server-error.ts";

/** The program that runs a team. */
export interface EngineChoice {
  readonly kind: "retinue-child" | "massgen";
  readonly command: string[];
}

/**
 * `backends` are the types that teams may be made of. The engine that was asked for, or, when none was: ours for a team with a `command` backend, which
 * MassGen does not know, and where `massgen` is not installed; MassGen otherwise.
 *
 * @throws SubagentServerError ENGINE_NOT_FOUND, or INVALID_FLAG for a name that is no engine.
 */
export function chooseEngine(
  asked: string | undefined,
  backends: readonly (string | null | undefined)[],
  path: string | undefined,
): EngineChoice {
  if (asked !== undefined && asked !== "massgen" && asked !== "retinue-child") {
    throw new SubagentServerError("INVALID_FLAG", `--engine ${JSON.stringify(asked)} is no engine`, {
      remedy: "Give --engine retinue-child or --engine massgen, or leave it out.",
    });
  }
  const ours: EngineChoice = { kind: "retinue-child", command: [process.execPath, retinueChild()] };
  if (asked === "retinue-child") return ours;
  if (asked === undefined && (backends.length === 0 || backends.includes("command"))) return ours;
  if (isOnPath("massgen", path)) return { kind: "massgen", command: ["massgen"] };
  if (asked === undefined) return ours;
  if (isOnPath("uv", path)) return { kind: "massgen", command: ["uv", "run", "massgen"] };
  throw new SubagentServerError(
    "ENGINE_NOT_FOUND",
    "The engine massgen was asked for, and neither massgen nor uv is on PATH",
    {
      remedy: "Install it (pip install massgen), or use the engine retinue-child.",
    },
  );
}

/** It is installed beside this program, as a dependency. */
function retinueChild(): string {
  return fileURLToPath(new URL("dist/main.js", import.meta.resolve("retinue-child/package.json")));
}

function isOnPath(program: string, path = ""): boolean {
  return path.split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return directory !== "";
    } catch {
      return false;
    }
  });
}
