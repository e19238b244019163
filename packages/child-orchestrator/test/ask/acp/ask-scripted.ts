import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInBackends } from "@retinue/child-orchestrator";
import { temporaryDirectory } from "@retinue/testkit";
import type { AgentReply, AgentRequest } from "../../../src/contract/agent-backend.ts";
import { agentRequest, heardDraft, type HeardDraft } from "../agent-request.ts";

export interface AskedScripted {
  readonly reply: Promise<AgentReply>;
  readonly draft: HeardDraft;
  readonly workspace: string;
  readonly stop: AbortController;
  /** What the agent noted, a list of words each. */
  noted(): unknown[][];
}

/** Asks the scripted agent, by the built backend, to play a part. */
export async function askScripted(
  part: string,
  request: Partial<AgentRequest> = {},
  backend: Readonly<Record<string, unknown>> = {},
): Promise<AskedScripted> {
  const workspace = request.workspace ?? temporaryDirectory("retinue-acp-");
  const log = join(workspace, "log.jsonl");
  const factory = await builtInBackends["acp"]?.();
  if (factory === undefined) throw new Error("there is no backend acp");
  const draft = heardDraft();
  const stop = new AbortController();
  const command = [process.execPath, join(import.meta.dirname, "programs/scripted-agent.ts"), part, log];
  const given = agentRequest({ workspace, draft, ...request });
  const reply = factory({ id: "alpha", backend: { type: "acp", command, ...backend } }).respond(
    given,
    stop.signal,
  );
  return {
    reply,
    draft,
    workspace,
    stop,
    noted: () =>
      existsSync(log)
        ? readFileSync(log, "utf8")
            .trim()
            .split("\n")
            .filter((line) => line !== "")
            .map((line) => JSON.parse(line) as unknown[])
        : [],
  };
}
