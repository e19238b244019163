import type { BackendFactory } from "../../contract/agent-backend.ts";
import { furtherRequest, holdSession, joined } from "../cli-agent/further-request.ts";
import { parseAcpConfig } from "./acp-config.ts";
import { askAcpAgent } from "./ask-acp-agent.ts";

/**
 * An agent that speaks the Agent Client Protocol: started for each round, in one session of its own over all rounds and
 * turns where it keeps one.
 */
export const acpBackend: BackendFactory = (agent) => {
  const settings = parseAcpConfig(agent);
  return {
    hears: true,
    async respond(given, stop) {
      const { request, session } = holdSession(given);
      const isOver = () => stop.aborted || request.spent.aborted || request.finish.aborted;
      const { reply, next } = await askAcpAgent(settings, request, stop);
      // One that had to be ended is asked once more what it could not be told.
      if (next !== undefined && reply.failure !== undefined && !isOver()) {
        const further = {
          ...furtherRequest(request, `${request.prompt}\n\n${next.text}`, reply.usage),
          session: session(),
        };
        return joined(reply, (await askAcpAgent(settings, further, stop, next.begins)).reply);
      }
      return reply;
    },
  };
};
