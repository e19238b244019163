import { describe, expect, test } from "vitest";
import { boundReply } from "../../src/reply/bound-reply.ts";
import { connectedClient } from "../scripted/connected-client.ts";

const result = (answer: string | null, more: Record<string, unknown> = {}) => ({
  answer,
  workspace: "/w",
  answer_source: { reason: "output", path: "/w/answer.txt" },
  ...more,
});

const inBudget = (reply: Record<string, unknown>, characters = 40_000) => {
  const bounded = boundReply(reply, { characters, nextPart: (id, offset) => `part ${id} ${offset}` });
  expect(bounded.text).toBe(JSON.stringify(bounded.reply));
  expect(bounded.text.length).toBeLessThanOrEqual(characters);
  return bounded;
};

const filled = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

describe("answers", () => {
  test("that fit are left as they are", () => {
    const reply = {
      success: true,
      results: [result("x\u001b[31m\r\n".repeat(60)), result(null)],
      finished_since_last_call: [result("y".repeat(40))],
    };
    expect(inBudget(reply).reply).toEqual(reply);
  });

  test("that do not are cut, the longest to equal lengths, and say how to get the rest", () => {
    const long = "top".repeat(300_000);
    const other = "z".repeat(700_000);
    const { reply, text } = inBudget({
      ...result(long, { subagent_id: "t" }),
      subagents: [{ result: result(other, { subagent_id: "a" }) }, { subagent_id: "b" }],
      results: [result("x".repeat(1000))],
    });
    const { answer, subagents } = reply as { answer: string; subagents: [{ result: { answer: string } }] };
    const [shown] = /^(top)*t?o?/.exec(answer) ?? [""];
    expect(answer).toBe(
      `${shown}\n\n[cut here: ${shown.length} of 900000 characters are shown; the next part: part t ${shown.length}; the whole answer is in /w/answer.txt]`,
    );
    expect(subagents[0].result.answer).toMatch(/^z+\n\n\[cut here: \d+ of 700000 .* part a /);
    expect(Math.abs(subagents[0].result.answer.length - answer.length)).toBeLessThan(10);
    expect(reply["results"]).toEqual([result("x".repeat(1000))]);
    expect(text.length).toBeGreaterThan(39_900);
  });

  test("come before files and other texts", () => {
    const files = filled(50, { path: `${"long/".repeat(30)}name`, bytes: 1 });
    const warning = "w".repeat(8000);
    const answers = [filled(9000, "a").join(""), filled(9000, "b").join(""), filled(9000, "c").join("")];
    const { reply } = inBudget({ results: answers.map((answer) => result(answer, { files, warning })) });
    const results = reply["results"] as { answer: string; files: unknown[]; warning: string }[];
    expect(results.map(({ answer }) => answer)).toEqual(answers);
    expect(results.map((each) => each.files.length)).toEqual([10, 10, 10]);
    expect(results[0]?.warning).toMatch(/^w{1000}… \[cut here: 8000 characters in all\]$/);
    expect(reply["truncated"]).toBe("files: the first 10 of each");
  });

  test("are never cut through a character, and have no half one", () => {
    const answers = ["😀".repeat(300_000), `x${"😀".repeat(300_000)}`, "\uD83D"];
    const { reply, text } = inBudget({ results: answers.map((each) => result(each)) });
    expect(text).not.toMatch(/\\ud[89a-f]/i);
    for (const { answer } of reply["results"] as { answer: string }[])
      expect(answer.isWellFormed()).toBe(true);
  });
});

describe("every reply stays within its budget, whatever is in it", () => {
  const escapes = "\u0001a".repeat(2_000_000);
  const ended = (text: string) => ({
    task: text,
    workspace: text,
    result: result(text, {
      error: text,
      warning: text,
      answer_source: { path: text, agent_id: text, label: text },
    }),
  });
  let deep: unknown = "x";
  for (let level = 0; level < 32_000; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
  const cyclic: Record<string, unknown> = {};
  cyclic["itself"] = cyclic;
  let wide: unknown = "x".repeat(100);
  for (let level = 0; level < 5; level += 1) wide = filled(40, wide);

  test.each<[what: string, reply: Record<string, unknown>]>([
    ["a warning of 30 MB", { results: [result("a", { warning: "x".repeat(30_000_000) })] }],
    ["texts of escapes in 300 rows", { subagents: filled(300, ended(escapes)) }],
    ["more text than a string can hold", { lists: filled(19, filled(1000, '"'.repeat(20_000))) }],
    ["half characters", { results: filled(50, ended("\uD83D\uDE00\uDE00".repeat(100_000))) }],
    ["10,000 rows", { subagents: filled(10_000, ended("abc")) }],
    ["100,000 keys", Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key ${n}`, "x"]))],
    ["a long key", { [escapes]: 1 }],
    ["an answer in a place of its own", { a: { b: [{ answer: escapes }] } }],
    ["32,000 levels", { deep }],
    ["itself", cyclic],
    ["lists of lists", { wide }],
    ["what JSON does not know", { big: 10n ** 5000n, none: undefined, call: () => 1, nan: Number.NaN }],
  ])("%s", (_, reply) => {
    const bounded = inBudget({ success: true, operation: "list_subagents", ...reply });
    expect(bounded.reply).toMatchObject({ success: true, operation: "list_subagents" });
  });

  test("also a large one and a small one", () => {
    for (const characters of [1_000_000, 4000])
      inBudget({ success: true, subagents: filled(30, ended(escapes)) }, characters);
    expect(inBudget({ success: true, operation: "x", wide }, 600).reply).toMatchObject({ success: true });
  });
});

describe("what was cut is named", () => {
  test("a text says so itself", () => {
    const { reply } = inBudget({ results: [result("a", { warning: "x".repeat(30_000_000) })] });
    const [{ warning = "" } = {}] = reply["results"] as { warning?: string }[];
    expect(warning).toMatch(/^x{9000}… \[cut here: 30000000 characters in all\]$/);
    expect(reply).not.toHaveProperty("truncated");
  });

  test("of lists, keys and levels the reply says it, beside what its tool has said", () => {
    const levels = JSON.parse(`${"[".repeat(30)}${"]".repeat(30)}`) as unknown;
    const { reply } = inBudget({ truncated: "some rows", subagents: filled(5000, 1), levels });
    expect(reply["truncated"]).toMatch(
      /^some rows; subagents: the last 4000 of 5000 entries; what levels(\[\])+ holds$/,
    );
    expect(reply["subagents"]).toHaveLength(1000);
  });

  test("a text of binary output becomes readable", () => {
    const bytes = Uint8Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256);
    const error = new TextDecoder().decode(bytes);
    const { text } = inBudget({ results: [result(null, { error })] });
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/\\u00|[\u007f-\u009f]|\uFFFD\uFFFD/);
  });
});

test("a tool that there is not is named shortly", async () => {
  const { client } = await connectedClient();
  const refused = await client.callTool({ name: "x".repeat(1_000_000) }).catch((error: unknown) => error);
  expect(String((refused as Error).message).length).toBeLessThan(1000);
});
