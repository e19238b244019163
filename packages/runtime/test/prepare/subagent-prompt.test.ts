import { expect, test } from "vitest";
import { subagentPrompt } from "../../src/prepare/subagent-prompt.ts";

test("role first, then the context, the rules, and the task last", () => {
  const { text, warning } = subagentPrompt({
    task: "Count.",
    systemPrompt: "You count.",
    context: " A project. \n",
  });
  const places = ["You count.", "You are a subagent", "A project.", "Rules", "Count."].map((part) =>
    text.indexOf(part),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text.endsWith("Count.")).toBe(true);
  expect(warning).toBeUndefined();
});

test("without a context there is no section for it", () => {
  expect(subagentPrompt({ task: "Count.", context: "  " }).text).not.toContain("working on");
});

test("a long context is cut at 10,000 characters, with a warning", () => {
  const { text, warning } = subagentPrompt({ task: "Count.", context: "c".repeat(10_001) });
  expect(text).toContain("c".repeat(10_000));
  expect(text).not.toContain("c".repeat(10_001));
  expect(warning).toContain("10001 characters");
});
