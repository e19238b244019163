import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSubagentManager } from "@retinue/runtime";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import { startCli } from "../start-cli.ts";

// What an engine does with a message: takes it, and writes a receipt; at the second it ends with an answer.
const engine = `
inbox=.massgen/runtime_inbox
attempt=$MASSGEN_LOG_BASE_DIR/log_20260102_190131_938811/turn_1/attempt_1
mkdir -p "$attempt" $inbox
for state in delivered unsupported; do
  until ls $inbox/msg_*.json > /dev/null 2>&1; do sleep 0.1; done
  name=$(ls $inbox/msg_*.json | head -n 1)
  mv "$name" "$state.json"
  id=$(basename "$name" .json)
  echo "{\\"message_id\\": \\"$id\\", \\"agent_id\\": \\"solo\\", \\"state\\": \\"$state\\", \\"at\\": \\"2026-01-02T19:01:33Z\\", \\"reason\\": \\"it is a program\\"}" >> "$attempt/message_receipts.jsonl"
done
exec sleep 600
`;

test("retinue send tells a run of another process, and says to whom; cancel --wrap-up asks it to finish", async () => {
  const workspace = temporaryDirectory();
  const manager = createSubagentManager({
    workspace,
    agents: [{ id: "solo", backend: { type: "command", command: ["true"] } }],
    engine: { kind: "retinue-child", command: ["/bin/sh", "-c", engine] },
    runtimeMode: "inherited",
    stopGrace: { interruptSeconds: 1, terminateSeconds: 1 },
    environment: process.env,
  });
  onTestFinished(() => manager.close());
  const run = await manager.spawn({ task: "Listen.", subagent_id: "a" });
  await eventually("the engine", () => existsSync(join(run.workspace, ".massgen/runtime_inbox")));

  const sending = startCli("send", "a", "Look at the tests.", "--workspace", workspace, "--wait", "600");
  expect(await sending.exited).toBe(0);
  expect(sending.stdout()).toMatch(/^msg_\w+: delivered\nsolo: told at 2026-01-02T19:01:33Z\n$/);
  const message = JSON.parse(readFileSync(join(run.workspace, "delivered.json"), "utf8")) as object;
  expect(message).toMatchObject({ content: "Look at the tests.", source: "parent", target_agents: null });

  const cancelling = startCli("cancel", "a", "--wrap-up", "--workspace", workspace, "--json");
  expect(await cancelling.exited).toBe(0);
  expect(JSON.parse(cancelling.stdout())).toEqual(await run.result);
  const wrapUp = JSON.parse(readFileSync(join(run.workspace, "unsupported.json"), "utf8")) as object;
  expect(wrapUp).toMatchObject({ kind: "wrap_up" });

  const late = startCli("send", "a", "Too late.", "--workspace", workspace);
  expect(await late.exited).toBe(2);
  expect(late.stderr()).toContain("a is not running: cancelled");
});
