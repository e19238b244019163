import { expect, test } from "vitest";
import { limitedName, limitedText, limitResult, shownName, type SubagentResult } from "../../src/index.ts";

test.each([
  ["plain text stays", "a\tb\nä 😀", "a\tb\nä 😀"],
  ["colours go", "\u001b[31mred\u001b[0m", "red"],
  ["what is no text is one sign", "a\u0000\u0001\u0080\uFFFD\uFFFDb\u0007", "a\uFFFDb\uFFFD"],
  ["half characters become whole ones", "a\uD83Db", "a\uFFFDb"],
  ["lines end with line feeds", "a\r\nb\rc", "a\nb\uFFFDc"],
])("%s", (_, text, shown) => {
  expect(limitedText(text, 100)).toBe(shown);
});

test("a longer text says where it was cut and how long it was", () => {
  expect(limitedText("x".repeat(101), 100)).toBe(`${"x".repeat(100)}… [cut here: 101 characters in all]`);
  expect(limitedText("x".repeat(100), 100)).toHaveLength(100);
  expect(limitedText("\u001b[31m".repeat(1000), 100)).toContain("[cut here: 5000 characters in all]");
});

test("a cut never leaves half a character", () => {
  for (const length of [4, 5, 6]) expect(limitedText("😀".repeat(10), length).isWellFormed()).toBe(true);
});

test("2,000 bytes of a program are a short line in JSON", () => {
  const bytes = Uint8Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256);
  const text = new TextDecoder().decode(bytes);
  const sent = (each: string) => JSON.stringify(JSON.stringify(each)).length;
  expect(sent(limitedText(text, 4000))).toBeLessThan(sent(text) / 2);
  expect(limitedText("\u0000".repeat(2000), 4000)).toBe("\uFFFD");
});

test("a name is quoted and short", () => {
  expect(shownName('al"pha')).toBe('"al\\"pha"');
  expect(limitedName("al\u001b[31mpha")).toBe("al\u001b[31mpha");
  expect(limitedName("x\uD83D\u0000".repeat(200))).toBe(`${"x\uFFFD\u0000".repeat(67).slice(0, 200)}…`);
  expect(shownName("x".repeat(1e6)).length).toBeLessThan(260);
});

test("the texts of a result have limits, its answer and its workspace stay", () => {
  const huge = "y".repeat(1_000_000);
  const result: SubagentResult = {
    subagent_id: "a",
    status: "partial",
    success: false,
    answer: huge,
    workspace: "/w",
    execution_time_seconds: 1,
    error: huge,
    token_usage: {},
    warning: huge,
    answer_source: { reason: "first", agent_id: huge, label: huge, path: huge },
  };
  const limited = limitResult(result);
  expect(JSON.stringify({ ...limited, answer: null }).length).toBeLessThan(20_000);
  expect(limited.answer).toBe(huge);
  expect(limited.error).toContain("[cut here: 1000000 characters in all]");
  const small = { ...result, error: null, answer_source: { reason: "output", path: "/p" } as const };
  delete (small as { warning?: string }).warning;
  expect(limitResult(small)).toEqual(small);
});
