import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { ModelConfig } from "./model-config.ts";

export type CallSettings = Omit<
  LanguageModelV4CallOptions,
  "prompt" | "tools" | "toolChoice" | "abortSignal"
>;

/** The settings that all model APIs know under one name or another. */
export function callSettings(config: ModelConfig): CallSettings {
  const { stop, stop_sequences: sequences } = config;
  return present({
    maxOutputTokens: config.max_output_tokens ?? config.max_completion_tokens ?? config.max_tokens,
    temperature: config.temperature,
    topP: config.top_p,
    topK: config.top_k,
    presencePenalty: config.presence_penalty,
    frequencyPenalty: config.frequency_penalty,
    seed: config.seed,
    stopSequences: sequences ?? (typeof stop === "string" ? [stop] : stop),
    reasoning: config.reasoning?.effort ?? config.reasoning_effort,
  });
}

/** Without what is not set. */
export function present<T extends Record<string, unknown>>(
  settings: T,
): { [Key in keyof T]?: Exclude<T[Key], null | undefined> } {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(set) as { [Key in keyof T]?: Exclude<T[Key], null | undefined> };
}
