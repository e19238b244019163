import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SpawnedSubagent } from "@retinue/runtime";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { draftOf } from "../programs/draft-of.ts";
import { apis, modelAgent, parentOf, vendorApi, type Api } from "./model-parent.ts";

const half = {
  text: "Six times seven is, as far as I have come, ",
  usage: { inputTokens: 1000, outputTokens: 9 },
};

/** What each API's stream has told of 1000 and 9 tokens before it ends: OpenAI's tell nothing. */
const counted: Readonly<Record<Api, object>> = {
  openai: {},
  chatcompletion: {},
  claude: { input_tokens: 1000, output_tokens: 1 },
  gemini: { input_tokens: 1000, output_tokens: 9 },
};

const costsOf = ({ statusFile }: SpawnedSubagent): object =>
  JSON.parse(readFileSync(statusFile, "utf8")).costs;

const processOf = ({ statusFile }: SpawnedSubagent): number =>
  JSON.parse(readFileSync(join(statusFile, "../../run.json"), "utf8")).runs[0].process.pid;

describe.each(Object.keys(apis) as Api[])("%s, cut off in the middle of its first answer", (type) => {
  it.each(["cancelled", "killed"] as const)(
    "and %s: the words that had come are the result, and what they cost",
    async (how) => {
      const api = await vendorApi({ respond: () => ({ ...half, hang: true }) });
      const manager = parentOf([modelAgent("alpha", type, api)]);
      const run = await manager.spawn({ task: "What is six times seven?", subagent_id: "a" });
      await eventually("its words", () => draftOf(run).startsWith("Six times seven is, as far as I have "));
      // In a file of its own, and as soon.
      await eventually(
        "its costs",
        () => JSON.stringify(costsOf(run)).includes("1000") || !("input_tokens" in counted[type]),
      );
      if (how === "killed") process.kill(processOf(run), "SIGKILL");
      else void manager.cancel("a");
      const result = await run.result;
      expect(result).toMatchObject({
        status: how === "killed" ? "error" : "partial",
        success: false,
        token_usage: counted[type],
        answer_source: { reason: "draft", agent_id: "alpha", finished: false },
      });
      // A kill may take the last word, which may have been the beginning of a key.
      expect(half.text.startsWith(result.answer ?? "-")).toBe(true);
      expect(result.answer?.length).toBeGreaterThanOrEqual("Six times seven is, as far as I have".length);
      expect(result.warning).toContain("unfinished draft");
    },
  );
});
