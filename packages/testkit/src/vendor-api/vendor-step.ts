import type { VendorRequest } from "./vendor-request.ts";

/** A call of a tool, as the model makes it. */
export interface VendorToolCall {
  readonly name: string;
  /** Codex' MCP tools lie in a namespace, which its calls have to name. */
  readonly namespace?: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Tokens of one answer. `inputTokens` includes the cached ones. */
export interface VendorUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedInputTokens?: number;
}

interface Content {
  readonly text?: string;
  readonly toolCalls?: readonly VendorToolCall[];
  readonly usage?: VendorUsage;
  /** "length": the model stopped because it may say no more. */
  readonly finish?: "length";
}

/** What the server does with one request. */
export type VendorReply =
  | Content
  /** An error of the API: 401, 429, 500, … `retryAfter` is in seconds. */
  | { readonly status: number; readonly retryAfter?: number; readonly message?: string }
  /** The connection ends after the text, or in the middle of the last tool call's arguments. */
  | ({ readonly cut: "mid-stream" } & Content)
  /** Nothing comes any more: not even headers, or, with a text, nothing after it. */
  | ({ readonly hang: true } & Content)
  /** A stream stands still in the middle of the text until this. */
  | ({ readonly pausedUntil: Promise<unknown> } & Content)
  /** All of it comes, and the connection stays open. */
  | ({ readonly linger: true } & Content)
  /** A tool call whose arguments are not what they should be: `arguments` is sent as it is. */
  | ({
      readonly malformedToolCall: { readonly name: string; readonly arguments: string };
    } & Omit<Content, "toolCalls">);

/** One thing that the server will be asked, and what it does then. */
export interface VendorStep {
  /** Which requests the step is for; left out: any. */
  readonly when?: (request: VendorRequest) => boolean;
  readonly reply: VendorReply | ((request: VendorRequest) => VendorReply);
  /** Serves any number of requests; without one it counts as left over all the same. */
  readonly repeat?: boolean;
  /** The reply waits for this. */
  readonly after?: Promise<unknown>;
}
