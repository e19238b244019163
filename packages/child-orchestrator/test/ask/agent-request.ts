import type { AgentRequest, ModelCall, ReplyDraft, Usage } from "../../src/contract/agent-backend.ts";
import { WrapUp } from "../../src/wrap-up/wrap-up.ts";

/** A draft that stays in memory. */
export interface HeardDraft extends ReplyDraft {
  /** What was said. */
  readonly said: () => string;
  /** The tools that were used, by name. */
  readonly tools: readonly string[];
  /** The requests to models, whole or not. */
  readonly calls: readonly ModelCall[];
  /** The last count. */
  readonly counted: () => Usage | undefined;
}

export function heardDraft(): HeardDraft {
  let said = "";
  let isApart = false;
  let counted: Usage | undefined;
  const tools: string[] = [];
  const calls: ModelCall[] = [];
  return {
    tools,
    calls,
    said: () => said,
    counted: () => counted,
    text(piece) {
      said += isApart && said !== "" ? `|${piece}` : piece;
      isApart = false;
    },
    apart: () => void (isApart = true),
    note: (text) => void (said += `[${text}]`),
    tool: (name) => void tools.push(name),
    usage: (usage) => void (counted = usage),
    call: (call) => void calls.push(call),
    whereabouts: () => (said === "" ? "" : `; what it had said, ${said.length} characters, is kept`),
  };
}

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
    hasShell: false,
    scratch: { directory: workspace, name: "alpha_0" },
    session: undefined,
    keepSession: () => {},
    hideKeys: (text) => text,
    draft: heardDraft(),
    finish: new AbortController().signal,
    finishAt: undefined,
    messages: { take: () => undefined, isWaiting: false, onArrival: () => () => {} },
    wrapUp: new WrapUp(),
    spent: new AbortController().signal,
    ...given,
  };
}
