import { startVendorApi } from "../vendor-api/start-vendor-api.ts";
import type { VendorRequest } from "../vendor-api/vendor-request.ts";
import type { VendorReply } from "../vendor-api/vendor-step.ts";
import { constraintOf } from "./constraint-of.ts";
import type { FetchedModel } from "./fetch-model.ts";
import type { ChatTurn } from "./llama-runtime.ts";
import { loadModel, type LoadedModel } from "./load-model.ts";

/** A real model behind an OpenAI-compatible server on loopback. */
export interface ServedModel {
  /** For `base_url`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Allowances for how little the model can keep in mind. */
export interface SmallMind {
  /** Tools that it has to call wherever they are offered: left to itself it never does. */
  readonly demanded?: readonly string[];
  /** What of a message it is shown: among many instructions it loses the question. */
  readonly focus?: (text: string) => string;
}

/**
 * Serves the model for chat completions. Text is what the model says; where the request demands a
 * tool or a JSON schema, generation is held to it.
 */
export async function serveModel(fetched: FetchedModel, smallMind: SmallMind = {}): Promise<ServedModel> {
  const model = await loadModel(fetched);
  const api = await startVendorApi({ respond: (request) => reply(model, smallMind, request) });
  return {
    url: `${api.url}/v1`,
    async stop() {
      await api.stop();
      await model.unload();
    },
  };
}

async function reply(
  model: LoadedModel,
  { demanded = [], focus = (text) => text }: SmallMind,
  { messages, body }: VendorRequest,
): Promise<VendorReply> {
  const constraint = constraintOf(body, demanded);
  const { text, inputTokens, outputTokens } = await model.generate(
    messages.map((message) => turn({ ...message, text: focus(message.text) })),
    constraint?.schema,
  );
  const usage = { inputTokens, outputTokens };
  if (constraint === undefined || constraint.kind === "content") return { text: text.trim(), usage };
  return { toolCalls: [constraint.call(text)], usage };
}

function turn({ role, text }: VendorRequest["messages"][number]): ChatTurn {
  if (role === "assistant") return { type: "model", response: [text] };
  return { type: role === "system" ? "system" : "user", text };
}
