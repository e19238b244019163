import { describe, expect, it } from "vitest";
import {
  readAnthropicEvent,
  readGeminiEvent,
  readOpenAiEvent,
} from "../../../../src/ask/model/receive/stream-event.ts";

describe("the last event", () => {
  it.each([
    [readAnthropicEvent, { type: "message_stop" }],
    [readGeminiEvent, { candidates: [{ finishReason: "STOP" }] }],
    [readOpenAiEvent, { type: "response.completed", response: {} }],
    [readOpenAiEvent, { type: "response.incomplete" }],
    [readOpenAiEvent, { choices: [{ delta: {}, finish_reason: "stop" }] }],
  ])("%o knows %o", (read, event) => {
    expect(read(event).isLast).toBe(true);
  });

  it.each([
    [readAnthropicEvent, { type: "message_delta" }],
    [readGeminiEvent, { candidates: [{ finishReason: null }, { finishReason: "STOP" }] }],
    [readGeminiEvent, { candidates: [] }],
    [readOpenAiEvent, { type: "response.created" }],
    [readOpenAiEvent, { choices: [{ delta: { content: "stop" }, finish_reason: null }] }],
  ])("%o does not take %o for it", (read, event) => {
    expect(read(event).isLast).toBe(false);
  });
});

describe("the count", () => {
  it("has Anthropic's caches as input", () => {
    const usage = { input_tokens: 5, cache_read_input_tokens: 20, cache_creation_input_tokens: 3 };
    expect(readAnthropicEvent({ type: "message_start", message: { usage } }).count).toEqual({
      input: 28,
      cacheRead: 20,
      cacheWrite: 3,
      output: undefined,
    });
  });

  it("has Gemini's thoughts as output", () => {
    const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 2, thoughtsTokenCount: 9 };
    expect(readGeminiEvent({ usageMetadata }).count).toMatchObject({ input: 7, output: 11 });
  });

  it("has what Gemini's own tools found as input", () => {
    const usageMetadata = { promptTokenCount: 7, toolUsePromptTokenCount: 30, candidatesTokenCount: 2 };
    expect(readGeminiEvent({ usageMetadata }).count).toMatchObject({ input: 37, output: 2 });
  });

  it("is taken from an event that is the last, or comes after it", () => {
    const usage = { prompt_tokens: 4, completion_tokens: 6 };
    expect(readOpenAiEvent({ choices: [{ finish_reason: "stop" }], usage }).count).toMatchObject({
      output: 6,
    });
    expect(readOpenAiEvent({ choices: [], usage })).toMatchObject({ isLast: false, count: { input: 4 } });
  });

  it.each([
    null,
    "text",
    3,
    [],
    { usage: "many", choices: "none", type: 7 },
    { usage: { output_tokens: -1 } },
  ])("makes nothing of %o", (event) => {
    for (const read of [readAnthropicEvent, readGeminiEvent, readOpenAiEvent])
      expect(read(event)).toMatchObject({ isLast: false });
  });
});
