import { descriptorLimit } from "@retinue/testkit";
import { expect, test } from "vitest";
import { recoverSubagent } from "../../src/index.ts";
import { pairFiles, runDirectory } from "../run-directory.ts";

test("what could not be looked at is told from what is not there, where that is asked for", async (context) => {
  const { limit, lift } = descriptorLimit(context, process.env["RETINUE_REQUIRE_ALL"] !== undefined);
  const run = runDirectory(pairFiles());
  const [logPath, workspacePath] = [`${run.directory}/log`, `${run.directory}/workspace`];
  const asked = {
    subagentId: "a",
    executionTimeSeconds: 1,
    ending: "timeout",
    logPath,
    workspacePath,
  } as const;
  await limit();
  await expect(recoverSubagent({ ...asked, whenUnreadable: "throw" })).rejects.toMatchObject({
    code: "UNREADABLE",
    remedy: expect.any(String) as string,
  });
  const warned = await recoverSubagent(asked);
  expect(warned).toMatchObject({ status: "timeout", answer: null });
  expect(warned.warning).toContain("EMFILE");
  await lift();
  const found = await recoverSubagent({ ...asked, whenUnreadable: "throw" });
  expect(found.answer).not.toBeNull();
  const gone = { logPath: `${logPath}/gone`, workspacePath: `${workspacePath}/gone` };
  expect(await recoverSubagent({ ...asked, ...gone, whenUnreadable: "throw" })).toMatchObject({
    answer: null,
  });
});
