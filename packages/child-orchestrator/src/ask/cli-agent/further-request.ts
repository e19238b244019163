import type { AgentReply, AgentRequest, AgentSession, Usage } from "../../contract/agent-backend.ts";

/** Keeps hold of the session that an agent is in by now. */
export interface HeldSession {
  readonly request: AgentRequest;
  session(): AgentSession | undefined;
}

export function holdSession(request: AgentRequest): HeldSession {
  let session = request.session;
  const keepSession = (kept: AgentSession) => {
    session = kept;
    request.keepSession(kept);
  };
  return { request: { ...request, keepSession }, session: () => session };
}

/** The request of a further call in the same round, whose costs come on top of what the round has cost so far. */
export function furtherRequest(
  request: AgentRequest,
  prompt: string,
  spent: Usage | undefined,
): AgentRequest {
  const { draft } = request;
  return {
    ...request,
    prompt,
    draft: {
      text: (piece) => draft.text(piece),
      apart: () => draft.apart(),
      note: (text) => draft.note(text),
      tool: (name, about) => draft.tool(name, about),
      usage: (usage) => draft.usage(sum(spent, usage) ?? usage),
      call: (call) => draft.call(call),
      whereabouts: () => draft.whereabouts(),
    },
  };
}

/** A round's reply of two calls: the later one's, where it is one. */
export function joined(earlier: AgentReply, later: AgentReply): AgentReply {
  const usage = sum(earlier.usage, later.usage);
  const problems = [...new Set([...(earlier.problems ?? []), ...(later.problems ?? [])])];
  if (later.failure === undefined || earlier.failure !== undefined) return { ...later, usage, problems };
  return { ...earlier, usage, problems: [...problems, `asked once more, it failed: ${later.failure}`] };
}

function sum(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const both = (key: keyof Usage) =>
    one[key] === undefined && other[key] === undefined ? undefined : (one[key] ?? 0) + (other[key] ?? 0);
  return {
    input_tokens: both("input_tokens"),
    cached_input_tokens: both("cached_input_tokens"),
    output_tokens: both("output_tokens"),
    estimated_cost: both("estimated_cost"),
  };
}
