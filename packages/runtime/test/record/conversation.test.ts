import { temporaryDirectory } from "@retinue/testkit";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appendConversation } from "../../src/record/conversation.ts";

const at = new Date("2026-01-02T03:04:05Z");

test("one message a line, none twice", () => {
  const path = join(temporaryDirectory(), "conversation.jsonl");
  appendConversation(path, { role: "user", content: "Do\nit", run: 1 }, at);
  appendConversation(path, { role: "assistant", content: "Done", run: 1 }, at);
  appendConversation(path, { role: "assistant", content: "Done", run: 1 }, at);
  appendConversation(path, { role: "user", content: "Go on", run: 2 }, at);
  const lines = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    { timestamp: "2026-01-02T03:04:05.000Z", role: "user", content: "Do\nit", run: 1 },
    { timestamp: "2026-01-02T03:04:05.000Z", role: "assistant", content: "Done", run: 1 },
    { timestamp: "2026-01-02T03:04:05.000Z", role: "user", content: "Go on", run: 2 },
  ]);
});

test("a line that a kill cut short stays alone", () => {
  const path = join(temporaryDirectory(), "conversation.jsonl");
  appendConversation(path, { role: "user", content: "a", run: 1 }, at);
  appendFileSync(path, '{"timestamp": "2026');
  appendConversation(path, { role: "assistant", content: "b", run: 1 }, at);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[2] as string)).toMatchObject({ content: "b" });
});
