import { existsSync } from "node:fs";
import { join } from "node:path";
import { createSubagentManager } from "@retinue/runtime";
import { subagentResultSchema } from "@retinue/status-model";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { retinue } from "../retinue.ts";
import { startCli } from "../start-cli.ts";

const engine = [process.execPath, join(import.meta.dirname, "../engine.mjs")];

/** A run that this process owns and that has an answer. */
async function running(workspace: string) {
  const manager = createSubagentManager({
    workspace,
    agents: [{ id: "solo", backend: { type: "command", command: ["true"] } }],
    engine: { kind: "retinue-child", command: engine },
    runtimeMode: "inherited",
    environment: process.env,
  });
  onTestFinished(() => manager.close());
  const run = await manager.spawn({ task: "Work for ever.", subagent_id: "endless" });
  await eventually("the answer", () => existsSync(run.statusFile));
  return run;
}

describe("retinue cancel", () => {
  test("stops a run of another process; both get what was recovered", async () => {
    const workspace = temporaryDirectory();
    const run = await running(workspace);
    const cancelling = startCli("cancel", "endless", "--workspace", workspace, "--json");
    expect(await cancelling.exited).toBe(0);
    expect(cancelling.stderr()).toBe("");
    const printed = subagentResultSchema.parse(JSON.parse(cancelling.stdout()));
    expect(printed).toMatchObject({
      subagent_id: "endless",
      status: "partial",
      answer: "half of the \u001b[31mwork",
      token_usage: { input_tokens: 12, output_tokens: 3, estimated_cost: 0 },
    });
    expect(await run.result).toEqual(printed);
  });

  test("says for a person what became of it, without letting an answer drive the terminal", async () => {
    const workspace = temporaryDirectory();
    const run = await running(workspace);
    const cancelling = startCli("cancel", "endless", "--workspace", workspace);
    expect(await cancelling.exited).toBe(0);
    expect(cancelling.stdout()).toBe(
      `endless was stopped: partial\nworkspace: ${run.workspace}\n\nhalf of the \\u001b[31mwork\n`,
    );
  });

  test("says what is wrong with a subagent that is unknown or over", async () => {
    const workspace = temporaryDirectory();
    await running(workspace);
    expect(retinue("cancel", "nobody", "--workspace", workspace)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("nobody") as string,
    });
    const cancelling = startCli("cancel", "endless", "--workspace", workspace);
    expect(await cancelling.exited).toBe(0);
    expect(retinue("cancel", "endless", "--workspace", workspace)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("endless is not running: cancelled") as string,
    });
  });

  test("leaves a directory that holds no subagents as it is", () => {
    const directory = temporaryDirectory();
    const { status, stderr } = retinue("cancel", "endless", "--workspace", directory);
    expect(status).toBe(2);
    expect(stderr).toContain(`${directory} holds no subagents`);
    expect(stderr).toContain("--workspace DIR");
    expect(existsSync(join(directory, "subagents"))).toBe(false);
  });
});
