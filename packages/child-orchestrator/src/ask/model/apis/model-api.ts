import type { LanguageModelV4, LanguageModelV4ProviderTool, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Credentials } from "../configure/credentials.ts";
import type { ModelConfig } from "../configure/model-config.ts";
import type { StreamEvent } from "../receive/stream-event.ts";

/** One vendor's API, by its SDK. */
export interface ModelApi {
  /** Its name in messages. */
  readonly title: string;
  /** Whether it keeps a call to itself that was cut at the limit of its length. */
  readonly hidesCutCalls?: true;
  /** Makes no request yet. */
  connect(config: ModelConfig, credentials: Credentials): LanguageModelV4;
  /** What an event of its stream says beside words. */
  readEvent(event: unknown): StreamEvent;
  /** Its own search of the web, where it has one. */
  readonly search?: LanguageModelV4ProviderTool;
  /** Settings that only this API has. */
  options(config: ModelConfig): SharedV4ProviderOptions;
}

/** The SDKs want the API's version in the base URL; vendors' variables leave it out. */
export function versioned(baseUrl: string, version: string): string {
  const bare = baseUrl.replace(/\/+$/, "");
  return /\/v\d\w*$/.test(bare) ? bare : `${bare}/${version}`;
}
