import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DelegationRequest } from "@retinue/delegation-protocol";

/** A request of a workspace of its own, for one agent that says a word. */
export function requestIn(workspaces: string, prefix: string): DelegationRequest {
  const id = `${prefix}${randomBytes(4).toString("hex")}`;
  const workspace = join(workspaces, id);
  mkdirSync(workspace);
  chownSync(workspace, 1000, 1000);
  return {
    version: 1,
    subagent_id: id,
    request_id: randomBytes(8).toString("hex"),
    task: "Say done.",
    yaml_config: {
      agents: [{ id: "one", backend: { type: "command", command: ["/bin/sh", "-c", "echo done"] } }],
      orchestrator: { skip_voting: true, max_new_answers_per_agent: 1, skip_final_presentation: true },
    },
    answer_file: join(workspace, "answer.txt"),
    workspace,
    timeout_seconds: 60,
    created_at: new Date().toISOString(),
  };
}
