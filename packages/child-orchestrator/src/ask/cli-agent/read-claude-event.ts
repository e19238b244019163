import { z } from "zod";
import { readAnthropicEvent } from "../model/receive/stream-event.ts";
import type { PricedTokens } from "@retinue/model-prices";
import type { CliDraft, CliEvent, CliOutput } from "./cli-agent.ts";

const words = z.string().optional().catch(undefined);
const tokens = z.number().min(0).catch(0);
const blockSchema = z.looseObject({ type: words, text: words, name: words, input: z.unknown().optional() });
const assistantSchema = z.looseObject({
  error: words,
  parent_tool_use_id: z.string().nullish().catch(undefined),
  message: z.looseObject({ id: words, content: z.array(blockSchema).catch([]) }),
});
const resultSchema = z.looseObject({
  is_error: z.boolean().catch(false),
  result: words,
  subtype: words,
  errors: z.array(z.string()).catch([]),
  structured_output: z.unknown().optional(),
  total_cost_usd: z.number().min(0).optional().catch(undefined),
  modelUsage: z
    .record(
      z.string(),
      z.looseObject({
        inputTokens: tokens,
        outputTokens: tokens,
        cacheReadInputTokens: tokens,
        cacheCreationInputTokens: tokens,
      }),
    )
    .catch({}),
});
const retrySchema = z.looseObject({ error: words, error_status: z.number().nullish().catch(undefined) });

/** Takes in an event of `--output-format=stream-json`. */
export function readClaudeEvent(event: CliEvent, output: CliOutput, draft: CliDraft): void {
  if (typeof event["session_id"] === "string") output.sessionId = event["session_id"];
  if (event.type === "result") readResult(event, output);
  if (event.type === "assistant") readMessage(event, output, draft);
  if (event.type === "stream_event") readPiece(event, output, draft);
  if (event.type === "system" && event["subtype"] === "api_retry") {
    const { error = "", error_status } = retrySchema.parse(event, { jitless: true });
    output.trouble = `${error_status ?? ""} ${error}`;
  }
}

const pieceSchema = z.looseObject({
  parent_tool_use_id: z.string().nullish().catch(undefined),
  event: z.looseObject({
    type: words,
    message: z
      .looseObject({ id: words, model: z.string().catch("") })
      .optional()
      .catch(undefined),
    delta: z.looseObject({ text: words }).optional().catch(undefined),
  }),
});

/** A piece of a message: its words, and what it costs by now. */
function readPiece(event: CliEvent, output: CliOutput, draft: CliDraft): void {
  const { data } = pieceSchema.safeParse(event, { jitless: true });
  if (data === undefined) return;
  const { type, message, delta } = data.event;
  // Those of its own agents are paid for as well, and talk to it, not to us.
  const isToUs = typeof data.parent_tool_use_id !== "string";
  if (type === "message_start" && message !== undefined) {
    const { id, model } = message;
    if (isToUs) output.streamedId = id;
    // The one before may have broken off.
    if (isToUs) draft.apart();
    const { input = 0, cacheRead, cacheWrite, output: said = 0 } = readAnthropicEvent(data.event).count ?? {};
    output.counting = { model, output: 0 };
    addTokens(output, model, { input, output: 0, cacheRead, cacheWrite });
    countOutput(output, said);
  }
  if (type === "content_block_stop" && isToUs) draft.apart();
  if (delta?.text !== undefined && isToUs) draft.text(delta.text);
  if (type === "message_delta") countOutput(output, readAnthropicEvent(data.event).count?.output);
}

/** What a message has cost by now includes what was said of it before. */
function countOutput(output: CliOutput, byNow: number | undefined): void {
  const { counting } = output;
  if (counting === undefined || byNow === undefined) return;
  addTokens(output, counting.model, { input: 0, output: byNow - counting.output });
  counting.output = byNow;
}

function addTokens(output: CliOutput, model: string, more: PricedTokens): void {
  const before = output.tokens.get(model);
  output.tokens.set(model, {
    input: (before?.input ?? 0) + more.input,
    output: (before?.output ?? 0) + more.output,
    cacheRead: (before?.cacheRead ?? 0) + (more.cacheRead ?? 0),
    cacheWrite: (before?.cacheWrite ?? 0) + (more.cacheWrite ?? 0),
  });
}

function readMessage(event: CliEvent, output: CliOutput, draft: CliDraft): void {
  const parsed = assistantSchema.safeParse(event, { jitless: true });
  // Agents of its own talk to it, not to us.
  if (!parsed.success || typeof parsed.data.parent_tool_use_id === "string") return;
  const { error, message } = parsed.data;
  for (const { type, text = "", name, input } of message.content) {
    if (type === "tool_use") {
      output.text = "";
      draft.tool(name ?? "", JSON.stringify(input ?? {}));
      if (name === "StructuredOutput") output.structured = input;
    } else if (type === "text" && error === undefined) {
      // Its pieces came before.
      if (message.id === undefined || message.id !== output.streamedId) draft.text(text);
      output.text = message.id === output.messageId ? output.text + text : text;
      output.messageId = message.id;
    }
  }
}

function readResult(event: CliEvent, output: CliOutput): void {
  const parsed = resultSchema.safeParse(event, { jitless: true });
  if (!parsed.success) return;
  const {
    is_error,
    result = "",
    subtype = "",
    errors,
    structured_output,
    total_cost_usd,
    modelUsage,
  } = parsed.data;
  output.ended = true;
  output.cost = total_cost_usd;
  // All that it has counted, and by other names of its models perhaps.
  if (Object.keys(modelUsage).length > 0) output.tokens.clear();
  for (const [model, used] of Object.entries(modelUsage)) {
    const { cacheReadInputTokens: cacheRead, cacheCreationInputTokens: cacheWrite } = used;
    const input = used.inputTokens + cacheRead + cacheWrite;
    output.tokens.set(model, { input, output: used.outputTokens, cacheRead, cacheWrite });
  }
  if (is_error) output.error = [result, ...errors].find((said) => said !== "") ?? subtype;
  else if (result !== "") output.text = result;
  if (structured_output !== undefined) output.structured = structured_output;
}
