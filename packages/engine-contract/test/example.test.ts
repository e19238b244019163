import { expect, test } from "vitest";
import { engineArguments, newestFirst, parseEngineArguments, requireId } from "../src/index.ts";

test("the example of the README", () => {
  // #region example
  const argv = engineArguments({
    config: `subagent_config_${requireId("review")}.yaml`,
    outputFile: "answer.txt",
    prompt: "List the licences.",
  });
  // --config subagent_config_review.yaml --automation --output-file answer.txt --no-parse-at-references -- "List …"
  const newest = newestFirst("turn", ["turn_2", "turn_10"])[0];
  // #endregion
  expect(parseEngineArguments(argv).prompt).toBe("List the licences.");
  expect(newest).toBe("turn_10");
});
