import { printable } from "@retinue/contained-fs";
import { createSubagentManager, workspaceIndexOf, type SubagentManager } from "@retinue/runtime";
import { telemetryOf } from "../trace/telemetry-of.ts";
import { brokerCommand } from "./broker-command.ts";

/**
 * A manager of what goes on in a parent's workspace, an absolute path: it can look, tell and stop, and start nothing.
 *
 * @param log Default: stderr.
 */
export async function openManager(
  workspace: string,
  log?: (message: string) => void,
): Promise<SubagentManager> {
  return createSubagentManager({
    workspace,
    environment: process.env,
    brokerCommand,
    workspaceIndex: workspaceIndexOf(process.env),
    telemetry: await telemetryOf(workspace, log),
    log: log ?? ((message) => process.stderr.write(`${printable(message)}\n`)),
  });
}
