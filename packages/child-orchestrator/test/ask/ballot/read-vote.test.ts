import { test as fuzz, fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { damagedEvents } from "../../../src/ask/cli-agent/event-lines.ts";
import { ballotSchema, howToVote, readVoted, voteInText } from "../../../src/ask/ballot/read-vote.ts";

const vote = (label: string, reason?: string) => ({ text: "", vote: { for: label, reason } });

describe("a vote in what an agent replied", () => {
  it.each([
    ["the object alone", '{"vote": "agent1.1", "reason": "best"}', vote("agent1.1", "best")],
    ["in a fence", 'So:\n```json\n{"vote": "agent2.1", "reason": "r"}\n```\nDone.', vote("agent2.1", "r")],
    ["between words", 'I choose {"vote": "agent2.1"} because.', vote("agent2.1")],
    ["in the reply file's form", '{"vote": {"for": "agent1.1", "reason": "r"}}', vote("agent1.1", "r")],
    ["as MassGen's tool has it", '{"agent_id": "agent1", "reason": "r"}', vote("agent1", "r")],
    ["with a comma too many", "{'vote': 'agent1.2', reason: 'r',}", vote("agent1.2", "r")],
    ["cut off", '{"vote": "agent1.1", "reason": "the mo', vote("agent1.1", "the mo")],
    ["a label", "**agent3.1**", vote("agent3.1")],
    ["a sentence", "My vote is for agent3.1.", vote("agent3.1")],
    ["a new answer", '{"vote": null, "new_answer": " Better. "}', { text: "Better." }],
  ])("%s", async (_, reply, expected) => {
    expect(await voteInText(reply)).toEqual(expected);
  });

  it.each([
    "A better answer, which mentions agent1.1 and agent2.1.",
    "function f() { return 1; }",
    '{"name": "a package", "version": 1}',
    'Better:\n```json\n{"agent_id": "billing-7", "limit": 3}\n```',
    '{"vote": null, "reason": "", "new_answer": null}',
    "",
  ])("is not in %j", async (reply) => {
    expect(await voteInText(reply)).toBeUndefined();
  });

  fuzz.prop([fc.string()])("is looked for in anything without a throw", async (reply) => {
    const voted = await voteInText(`{${reply}`);
    expect(voted === undefined || voted.text !== "" || voted.vote?.for !== "").toBe(true);
  });

  it("is asked for by a schema that strict servers take, and that it fulfils", () => {
    const schema = ballotSchema({ labels: ["agent1.1", "agent2.1"], mayAnswer: true });
    expect(schema).toMatchObject({
      required: ["vote", "reason", "new_answer"],
      additionalProperties: false,
      properties: { vote: { enum: ["agent1.1", "agent2.1", null] } },
    });
    const strict = ballotSchema({ labels: ["agent1.1"], mayAnswer: false });
    expect(strict).toMatchObject({
      required: ["vote", "reason"],
      properties: { vote: { enum: ["agent1.1"] } },
    });
    expect(readVoted({ vote: "agent2.1", reason: "r", new_answer: null })).toEqual(vote("agent2.1", "r"));
  });

  it("is looked for in texts that were made to be slow, and found in a long object", async () => {
    const open = `\`\`\`json${"\n".repeat(4e6)}`;
    const repaired = `{"a${'"b'.repeat(5e5)}`;
    for (const text of [open, repaired, `{a${"'b ".repeat(5e5)}`])
      expect(await voteInText(text)).toBeUndefined();
    expect(await damagedEvents(repaired)).toEqual([]);
    const long = { vote: null, reason: "", new_answer: "x".repeat(1e6) };
    expect(await voteInText(JSON.stringify(long))).toEqual({ text: long.new_answer });
    const about = { vote: "for the others", reason: "x".repeat(1e6) };
    expect(await voteInText(JSON.stringify(about))).toBeUndefined();
  });

  it("is asked for in words with an example that is one", async () => {
    const words = howToVote({ labels: ["agent4.2"], mayAnswer: false });
    const [example = ""] = words.split("\n").filter((line) => line.startsWith("{"));
    expect(await voteInText(example)).toMatchObject({ vote: { for: "agent4.2" } });
    expect(words).not.toContain("new answer");
  });
});
