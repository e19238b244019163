import type { z } from "zod";
import type { AgentBackend, AgentReply, BackendFactory } from "../../contract/agent-backend.ts";
import { parseBackendConfig, settingsWithoutEffect } from "../backend-config.ts";
import { askCliAgent } from "./ask-cli-agent.ts";
import type { CliAgentConfig } from "./cli-agent-config.ts";
import type { CliAgent, CliProgram } from "./cli-agent.ts";
import { sessionOf } from "./cli-session.ts";

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
    async respond(request, stop) {
      const session = sessionOf(agent.program, request.session);
      const reply = await askCliAgent(agent, request, session, stop);
      const isGone = session !== undefined && agent.unknownSession.test(reply.failure ?? "");
      if (!isGone || stop.aborted) return said(reply);
      const again = await askCliAgent(agent, request, undefined, stop);
      return said(again, "its earlier session is gone: it began a new one");
    },
  };
}
