import { backendVariables } from "@retinue/engine-contract";
import type { AgentBackend, AgentReply, BackendFactory } from "../../contract/agent-backend.ts";
import type { ModelApi } from "./apis/model-api.ts";
import { callSettings } from "./configure/call-settings.ts";
import { credentials } from "./configure/credentials.ts";
import { idleModelSettings, parseModelConfig, type ModelConfig } from "./configure/model-config.ts";
import { converse } from "./converse/converse.ts";
import { usageCounter } from "./count/usage-counter.ts";

/** A model that thinks hard may say nothing for minutes. */
const defaults = { stallSeconds: 180, maxRetries: 5 } as const;

/** Makes the factory of agents that are models behind one vendor's API. */
export function modelBackend(api: ModelApi): BackendFactory {
  return (agent): AgentBackend => {
    const config = parseModelConfig(agent);
    const settings = { ...callSettings(config), providerOptions: api.options(config) };
    const wantsSearch = config.enable_web_search === true;
    const hasNone = wantsSearch && api.search === undefined ? ["enable_web_search"] : [];
    const idle = [...hasNone, ...idleModelSettings(config)];
    const remarks = idle.length === 0 ? [] : [`without effect on a model: ${idle.join(", ")}`];
    return {
      hears: true,
      async respond(request, stop): Promise<AgentReply> {
        const found = credentials(config, request.environment);
        if ("missing" in found) return { text: "", failure: `${api.title}: ${found.missing}` };
        const { draft } = request;
        const usage = usageCounter(config.model);
        const asking = {
          model: api.connect(config, found),
          api: api.title,
          hidesCutCalls: api.hidesCutCalls ?? false,
          maxRetries: config.max_retries ?? defaults.maxRetries,
          stallSeconds: config.stall_timeout_seconds ?? defaults.stallSeconds,
          search: wantsSearch ? api.search : undefined,
          draft,
          usage,
          readEvent: (event: unknown) => api.readEvent(event),
          hideKeys: request.hideKeys,
          stop,
        };
        const reply = await converse(asking, settings, request);
        const problems = [...remarks, ...usage.problems(), ...(reply.problems ?? [])];
        if (reply.failure === undefined) return { ...reply, usage: usage.total(), problems };
        const failure = withRemedy(config, reply.failure) + draft.whereabouts();
        // When the whole run is stopped, nobody is told of the failure.
        if (stop.aborted && !request.finish.aborted && draft.whereabouts() !== "")
          problems.push(`was stopped in the middle${draft.whereabouts()}`);
        return { text: "", usage: usage.total(), failure, problems };
      },
    };
  };
}

function withRemedy(config: ModelConfig, failure: string): string {
  // A broker's refusal at the budget says what there is to do, and no key would change it.
  const refused = / answered 40[13]:(?! budget_exhausted)/.test(failure);
  return refused ? `${failure}: check ${backendVariables(config).keys.join(" or ")}` : failure;
}
