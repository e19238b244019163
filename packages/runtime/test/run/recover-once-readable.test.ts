import { descriptorLimit, temporaryDirectory } from "@retinue/testkit";
import { join } from "node:path";
import { expect, test } from "vitest";
import { subagentPaths } from "../../src/prepare/subagent-paths.ts";
import { currentRun, readRunRecord } from "../../src/record/run-record-file.ts";
import { recoverOnceReadable } from "../../src/run/recover-once-readable.ts";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

test("a result is what can be read in a moment, and after a while or at a close what can be read at all", async (context) => {
  const { limit, lift } = descriptorLimit(context, process.env["RETINUE_REQUIRE_ALL"] !== undefined);
  const logDirectory = join(temporaryDirectory(), "logs");
  const options = { ...scriptedOptions(), logDirectory };
  const { result } = await managerOf(options).spawn({ task: script({ output: "done" }), subagent_id: "a" });
  await result;
  const paths = subagentPaths(options.workspace, logDirectory, "a");
  const record = readRunRecord(paths.runRecord);
  const end = record && currentRun(record).ended;
  if (record === undefined || end === undefined) throw new Error("the run has no record");
  const said: string[] = [];
  await limit();
  const { promise: failed, resolve: onFailure } = Promise.withResolvers<void>();
  const log = (message: string) => {
    said.push(message);
    onFailure();
  };
  const recovering = recoverOnceReadable({ paths, record }, end, new AbortController().signal, log);
  const atClose = await recoverOnceReadable({ paths, record }, end, AbortSignal.abort(), log);
  expect(atClose).toMatchObject({ status: "error", answer: null });
  await failed;
  await lift();
  expect(await recovering).toMatchObject({ status: "completed", answer: "done" });
  expect(said.join()).toContain("EMFILE");
});
