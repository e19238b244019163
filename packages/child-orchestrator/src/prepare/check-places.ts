import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { mayBeAgentDirectory, type ChildConfig } from "@retinue/engine-contract";
import { ChildOrchestratorError } from "../child-orchestrator-error.ts";

/**
 * Checks before anything is paid for that the answer can be put where it belongs, that what the team
 * is to read is there, and that each agent can have a directory in the log. Makes the output file's directory.
 *
 * @returns The output file's absolute path.
 * @throws ChildOrchestratorError INVALID_AGENT, NOT_WRITABLE, MISSING_CONTEXT_PATH naming all that are missing.
 */
export function checkPlaces(
  { agents, orchestrator }: ChildConfig,
  workspace: string,
  outputFile: string,
): string {
  const reserved = agents.find(({ id }) => !mayBeAgentDirectory(id));
  if (reserved !== undefined) throw reservedId(reserved.id);
  const missing = (orchestrator.context_paths ?? [])
    .map(({ path }) => resolve(workspace, path))
    .filter((path) => !existsSync(path));
  if (missing.length > 0) {
    throw new ChildOrchestratorError("MISSING_CONTEXT_PATH", `no such context path: ${missing.join(", ")}`, {
      remedy: "Take it out of orchestrator.context_paths, or make it.",
      details: { missing },
    });
  }
  const output = resolve(workspace, outputFile);
  try {
    mkdirSync(dirname(output), { recursive: true });
  } catch (error) {
    throw notWritable(output, (error as Error).message, error);
  }
  if (statSync(output, { throwIfNoEntry: false })?.isDirectory())
    throw notWritable(output, "it is a directory");
  return output;
}

function notWritable(path: string, problem: string, cause?: unknown): ChildOrchestratorError {
  return new ChildOrchestratorError("NOT_WRITABLE", `cannot write the answer to ${path}: ${problem}`, {
    remedy: "Name another file for the answer.",
    details: { outputFile: path },
    cause,
  });
}

function reservedId(id: string): ChildOrchestratorError {
  return new ChildOrchestratorError("INVALID_AGENT", `agent id "${id}" is a name that the log layout uses`, {
    remedy: "Give the agent another id.",
    details: { agent: id },
  });
}
