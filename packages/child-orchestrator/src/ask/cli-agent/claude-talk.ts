import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { CliTalk } from "./cli-agent.ts";

const replaySchema = z.looseObject({
  isReplay: z.literal(true),
  message: z.looseObject({ content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]) }),
});

/** The lines of `--input-format=stream-json`, and what `--replay-user-messages` answers. */
export const claudeTalk: CliTalk = {
  say(text) {
    const message = { role: "user", content: [{ type: "text", text }] };
    return `${JSON.stringify({ type: "user", message, parent_tool_use_id: null })}\n`;
  },
  interrupt() {
    const request = { type: "control_request", request_id: randomUUID(), request: { subtype: "interrupt" } };
    return `${JSON.stringify(request)}\n`;
  },
  heard(event) {
    if (event.type !== "user") return 0;
    const { data } = replaySchema.safeParse(event, { jitless: true });
    if (data === undefined) return 0;
    // What was said in a row may arrive as one message.
    const { content } = data.message;
    return typeof content === "string" ? 1 : content.filter(({ type }) => type === "text").length;
  },
};
