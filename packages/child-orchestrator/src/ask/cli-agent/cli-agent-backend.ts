import type { z } from "zod";
import type { AgentBackend, AgentReply, BackendFactory } from "../../contract/agent-backend.ts";
import { parseBackendConfig, settingsWithoutEffect } from "../backend-config.ts";
import { askCliAgent } from "./ask-cli-agent.ts";
import type { CliAgentConfig } from "./cli-agent-config.ts";
import type { CliAgent, CliProgram } from "./cli-agent.ts";
import { sessionOf } from "./cli-session.ts";
import { interrupted } from "../../wrap-up/interrupted.ts";
import { furtherRequest, holdSession, joined } from "./further-request.ts";

/** Makes the factory of agents that are one command-line program, configured each by its own settings. */
export function cliAgentBackend<Schema extends z.ZodType<CliAgentConfig> & { readonly shape: object }>(
  program: CliProgram,
  configSchema: Schema,
  howToRun: (config: z.infer<Schema>) => Pick<CliAgent, "invocation" | "read">,
): BackendFactory {
  return (agent) => {
    const config = parseBackendConfig(configSchema, agent, "Correct the keys that are named.");
    const idle = settingsWithoutEffect(config, configSchema);
    const remarks = idle.length === 0 ? [] : [`without effect on ${program.program}: ${idle.join(", ")}`];
    return respondent({ ...program, ...howToRun(config) }, remarks);
  };
}

/** Said with a message that came after its reply. */
const again = "\n\nTake it into account and give what you were asked for again, the whole of it.";

/**
 * Asks without a terminal. The agent stays in one session of its own over all rounds and turns; where
 * that is gone it begins a new one, since its prompt says everything.
 */
function respondent(agent: CliAgent, remarks: readonly string[]): AgentBackend {
  const said = (reply: AgentReply, ...more: readonly string[]): AgentReply => ({
    ...reply,
    problems: [...remarks, ...more, ...(reply.problems ?? [])],
  });
  return {
    hears: true,
    async respond(given, stop) {
      const { request, session } = holdSession(given);
      const isOver = () => stop.aborted || request.spent.aborted;
      const wasWrappedUp = request.wrapUp.asked.aborted;
      const known = sessionOf(agent.program, session());
      let reply = said(await askCliAgent(agent, request, known, stop));
      const isGone = known !== undefined && agent.unknownSession.test(reply.failure ?? "");
      if (isGone && !isOver()) {
        request.draft.note("its earlier session is gone: it began a new one");
        const anew = await askCliAgent(agent, request, undefined, stop);
        reply = said(anew, "its earlier session is gone: it began a new one");
      }
      const ask = async (text: string) => {
        const held = sessionOf(agent.program, session());
        const prompt = held === undefined ? `${request.prompt}\n\n${text}` : text;
        const further = furtherRequest(request, prompt, reply.usage);
        reply = joined(reply, await askCliAgent(agent, further, held, stop));
      };
      while (!isOver() && reply.failure === undefined && !request.wrapUp.asked.aborted) {
        const message = request.messages.take();
        if (message === undefined) break;
        message.delivered();
        request.draft.note("a message came: it was asked again");
        await ask(message.text + again);
      }
      // It was interrupted, since nothing can be said to it while it works.
      const isInterrupted = agent.talk === undefined && !wasWrappedUp && request.wrapUp.asked.aborted;
      if (!isInterrupted || reply.failure === undefined || isOver()) return reply;
      request.draft.note(interrupted);
      await ask(request.wrapUp.text());
      return reply;
    },
  };
}
