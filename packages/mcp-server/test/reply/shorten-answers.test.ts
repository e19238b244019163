import { expect, test } from "vitest";
import { maxAnswerCharacters, shortenAnswers } from "../../src/reply/shorten-answers.ts";
import { connectedClient } from "../scripted/connected-client.ts";
import { eventuallyHolds } from "../scripted/eventually-holds.ts";

const result = (answer: string | null) => ({
  answer,
  workspace: "/w",
  answer_source: { reason: "output", path: "/w/answer.txt" },
});

test("a reply whose answers fit is left as it is", () => {
  const reply = {
    success: true,
    results: [result("x".repeat(60)), result(null)],
    finished_since_last_call: [result("y".repeat(40))],
  };
  expect(shortenAnswers(reply, 100)).toEqual(reply);
});

test("the longest are cut to equal lengths, wherever they stand, and name the file with the whole", () => {
  const row = { subagent_id: "a", result: result("z".repeat(70)) };
  const cut = shortenAnswers(
    { ...result("top".repeat(30)), subagents: [row, { subagent_id: "b" }], results: [result("short")] },
    105,
  );
  const note = (length: number) =>
    `\n\n[cut here: ${length} characters in all; the whole answer is in /w/answer.txt]`;
  expect(cut).toMatchObject({
    answer: `${"top".repeat(30).slice(0, 50)}${note(90)}`,
    subagents: [
      { subagent_id: "a", result: { answer: `${"z".repeat(50)}${note(70)}` } },
      { subagent_id: "b" },
    ],
    results: [{ answer: "short" }],
  });
  expect(row.result.answer).toHaveLength(70);
});

test("a cut never leaves half a character", () => {
  const cut = shortenAnswers({ results: [result("😀".repeat(10))] }, 5) as { results: { answer: string }[] };
  expect(cut.results[0]?.answer.isWellFormed()).toBe(true);
});

test("answers of any size reach the client, whose limit is 10 MiB a message", async () => {
  const { call, manager } = await connectedClient();
  const reply = call("spawn_subagents", { tasks: [{ task: "t", subagent_id: "a" }] });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["a"]));
  // What takes the most bytes in JSON.
  manager.finish("a", { answer: "\u0001".repeat(4_000_000) });
  const { results } = (await reply) as unknown as { results: { answer: string }[] };
  expect(results[0]?.answer).toContain("4000000 characters in all");
  expect(JSON.stringify({ text: JSON.stringify({ results }), results }).length).toBeLessThan(
    10 * 1024 * 1024,
  );
  expect(results[0]?.answer.length).toBeGreaterThan(maxAnswerCharacters);
});
