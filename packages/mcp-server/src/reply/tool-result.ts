import type { CallToolResult } from "@modelcontextprotocol/server";
import type { BoundedReply } from "./bound-reply.ts";

/** A reply as it is sent: as structured content and as text. */
export function toolResult({ reply, text }: BoundedReply, isError = false): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: reply, isError };
}
