import { readText } from "@retinue/contained-fs";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import { parseEngineArguments } from "@retinue/engine-contract";
import { randomBytes } from "node:crypto";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { LaunchRequest } from "../contract/launcher.ts";

const maxBytes = 16 * 1024 * 1024;

/** The request that asks a host for a run. Its configuration goes along as an object, never as YAML. */
export function delegationRequest(asked: LaunchRequest, now: Date): DelegationRequest {
  const { subagentId, command, cwd, timeoutSeconds } = asked;
  // The host has an engine of its own; this one's arguments begin with its configuration.
  const engine = parseEngineArguments(command.slice(command.lastIndexOf("--config")));
  return {
    version: 1,
    subagent_id: subagentId,
    request_id: randomBytes(8).toString("hex"),
    task: engine.prompt ?? readPrompt(engine.promptFile),
    yaml_config: readConfig(engine.config),
    answer_file: engine.outputFile,
    workspace: cwd,
    timeout_seconds: timeoutSeconds,
    created_at: now.toISOString(),
  };
}

function readPrompt(path: string): string {
  const prompt = readText(path, { maxBytes });
  if (prompt !== undefined) return prompt;
  throw new RuntimeError("LAUNCH_FAILED", `The prompt ${path} is gone`, {
    remedy: "Spawn the subagent again, and leave its log directory alone meanwhile.",
    details: { path },
  });
}

function readConfig(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readText(path, { maxBytes }) ?? "") as Record<string, unknown>;
  } catch (error) {
    throw new RuntimeError("LAUNCH_FAILED", `The child's configuration ${path} is not JSON`, {
      remedy: "Leave it as it was generated: a configuration is handed to a host as a JSON object.",
      details: { path },
      cause: error,
    });
  }
}
