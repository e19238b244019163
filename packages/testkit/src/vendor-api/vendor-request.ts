import type { IncomingHttpHeaders } from "node:http";

/** The four ways of talking to a model that the server understands. */
export type VendorProtocol = "anthropic" | "responses" | "chat" | "gemini";

/** A message, with the text of all its parts; what a tool returned counts as text of role `tool`. */
export interface VendorMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text: string;
}

/** What a protocol makes of a body. */
export interface ReadRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly VendorMessage[];
  /** The tools that the model may call. */
  readonly tools: readonly { readonly name: string; readonly namespace?: string }[];
}

/** A request that came to the server. */
export interface VendorRequest extends ReadRequest {
  readonly protocol: VendorProtocol;
  /** The text of all messages, a line between them. */
  readonly text: string;
  /** Text of the newest message. */
  readonly last: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}
