import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recoverSubagent } from "../../src/index.ts";

async function answerOf(prepare: (path: string) => void) {
  const workspacePath = join(temporaryDirectory(), "workspace");
  mkdirSync(workspacePath);
  prepare(join(workspacePath, "answer.txt"));
  const asked = { subagentId: "a", workspacePath, executionTimeSeconds: 1, ending: "completed" } as const;
  return recoverSubagent(asked);
}

test("a hole in an answer takes the place of one character, and nothing but a hole is no answer", async () => {
  const holed = await answerOf((path) => {
    writeFileSync(path, "begins");
    truncateSync(path, 8 * 1024 ** 3);
  });
  expect(holed).toMatchObject({ status: "completed", answer: "begins\uFFFD" });
  expect(holed.warning).toContain("cut");
  const hole = await answerOf((path) => {
    writeFileSync(path, "");
    truncateSync(path, 8 * 1024 ** 3);
  });
  expect(hole).toMatchObject({ status: "error", answer: null });
});

test("colours and line ends of an answer stay", async () => {
  const answer = "\u001b[1mdone\u001b[0m\r\n\tand\n\nmore";
  expect((await answerOf((path) => writeFileSync(path, answer))).answer).toBe(answer);
});
