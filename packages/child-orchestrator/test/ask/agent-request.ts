import type { AgentRequest } from "../../src/contract/agent-backend.ts";

/** A request for an answer, as a round without a limit makes it. */
export function agentRequest({
  workspace,
  ...given
}: Partial<AgentRequest> & Pick<AgentRequest, "workspace">): AgentRequest {
  return {
    agentId: "alpha",
    stage: "answer",
    prompt: "The task.\n",
    task: "The task.\n",
    systemMessage: undefined,
    ballot: undefined,
    workspace,
    contextPaths: [],
    hiddenPaths: [],
    teamFiles: `${workspace}/nothing`,
    environment: { PATH: process.env["PATH"] ?? "" },
    scratch: { directory: workspace, name: "alpha_0" },
    session: undefined,
    keepSession: () => {},
    hideKeys: (text) => text,
    finish: new AbortController().signal,
    finishAt: undefined,
    ...given,
  };
}
