import { findProgram } from "@retinue/runtime";
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
  const ours: EngineChoice = { kind: "retinue-child", command: retinueChild() };
  if (asked === "retinue-child") return ours;
  if (asked === undefined && (backends.length === 0 || backends.includes("command"))) return ours;
  if (findProgram("massgen", path) !== undefined) return { kind: "massgen", command: ["massgen"] };
  if (asked === undefined) return ours;
  if (findProgram("uv", path) !== undefined) return { kind: "massgen", command: ["uv", "run", "massgen"] };
  throw new SubagentServerError(
    "ENGINE_NOT_FOUND",
    "The engine massgen was asked for, and neither massgen nor uv is on PATH",
    {
      remedy: "Install it (pip install massgen), or use the engine retinue-child.",
    },
  );
}

/** It is installed beside this program, as a dependency. A parent that delegates may do without: the host has one. */
function retinueChild(): string[] {
  try {
    const manifest = import.meta.resolve("retinue-child/package.json");
    return [process.execPath, fileURLToPath(new URL("dist/main.js", manifest))];
  } catch {
    return ["retinue-child"];
  }
}
