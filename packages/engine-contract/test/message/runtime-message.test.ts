import { expect, test } from "vitest";
import { messageIdOf, messageReceiptSchema, runtimeMessageSchema } from "../../src/index.ts";

test("a message is as MassGen writes it, and may be a call to finish", () => {
  const massgen = {
    content: "Look at the tests too",
    source: "parent",
    timestamp: "2026-01-02T19:01:31.938811",
    target_agents: null,
  };
  expect(runtimeMessageSchema.parse(massgen)).toEqual(massgen);
  const wrapUp = { content: "", target_agents: ["one"], kind: "wrap_up", finish_within_seconds: 20 };
  expect(runtimeMessageSchema.parse(wrapUp)).toEqual(wrapUp);
  const wrong = [{}, { content: 1 }, { content: "x".repeat(64_001) }, { content: "", kind: "kill" }];
  expect(wrong.filter((value) => runtimeMessageSchema.safeParse(value).success)).toEqual([]);
});

test("a message is known by its file, however its sequence is written; others hold none", () => {
  expect(messageIdOf("msg_1764003731_1.json")).toBe("msg_1764003731_1");
  expect(messageIdOf("msg_1764003731_a1b2c3d4.json")).toBe("msg_1764003731_a1b2c3d4");
  const others = ["msg_1764003731_1.json.tmp", "msg_.json", "note.json", "msg_../x.json"];
  expect(others.filter((name) => messageIdOf(name) !== undefined)).toEqual([]);
});

test("a receipt says to whom, what and when", () => {
  const receipt = { message_id: "msg_1_1", agent_id: "one", state: "delivered", at: "2026-01-02T19:01:33Z" };
  expect(messageReceiptSchema.parse(receipt)).toEqual(receipt);
  expect(messageReceiptSchema.safeParse({ ...receipt, state: "lost" }).success).toBe(false);
});
