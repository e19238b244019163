import type { ReadRequest, VendorProtocol } from "./vendor-request.ts";

/** What the model says, the same for all protocols. */
export interface ModelOutput {
  /** Unique on the server. */
  readonly id: string;
  readonly model: string;
  readonly text: string;
  /** Whether the model stopped because it may say no more. */
  readonly cutByLength: boolean;
  /** `arguments` is JSON, or what stands for it when it is malformed. */
  readonly toolCalls: readonly {
    readonly id: string;
    readonly name: string;
    readonly namespace: string | undefined;
    readonly arguments: string;
  }[];
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cachedInputTokens: number;
  };
}

/** A server-sent event. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
  /** Carries a piece of what the model says: text, or a call's arguments. */
  readonly piece?: "text" | "arguments";
}

/** One vendor's API. */
export interface Protocol {
  readonly name: VendorProtocol;
  /** Whether a POST to this path, without its query, is for it. */
  serves(path: string): boolean;
  read(body: Record<string, unknown>, path: string): ReadRequest;
  /** The body of an answer that is not streamed. */
  whole(output: ModelOutput): unknown;
  /** The events of an answer that is. */
  events(output: ModelOutput, body: Record<string, unknown>): StreamEvent[];
  /** The body of an error. */
  failure(status: number, message: string): unknown;
  /** A path beside it that clients ask for a number of tokens. */
  count?(path: string): unknown;
}

/** Pieces of a text, as a model streams it. */
export function pieces(text: string): string[] {
  const size = Math.ceil(text.length / 3);
  return [0, 1, 2].map((n) => text.slice(n * size, (n + 1) * size)).filter((piece) => piece !== "");
}

export type Json = Record<string, unknown>;

/** The objects of a list; anything else is none. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((entry): entry is Json => isObject(entry)) : [];
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of a content: a string, or parts that hold one in `text`, `content` or `output`. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return objects(content)
    .map((part) => textOf(part["text"] ?? part["content"] ?? part["output"] ?? ""))
    .filter((text) => text !== "")
    .join("\n");
}

export function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}
