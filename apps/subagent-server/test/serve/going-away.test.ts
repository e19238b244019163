import { eventually } from "@retinue/testkit";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { call, initialize, rawServer, replyOf, type RawServer } from "./raw-server.ts";

test.each<[how: string, leave: (server: RawServer) => void, code: number | null]>([
  ["the end of its input", (server) => void server.process.stdin?.end(), 0],
  ["SIGTERM", (server) => void server.process.kill("SIGTERM"), 0],
  ["SIGINT", (server) => void server.process.kill("SIGINT"), 0],
  ["SIGKILL", (server) => void server.process.kill("SIGKILL"), null],
])("a server goes at %s; its run goes on, and the next server has the result", async (_, leave, code) => {
  const workspace = parentWorkspace({ seconds: 3, text: "finished without a server" });
  const first = rawServer({ cwd: workspace });
  first.send(initialize);
  first.send(call(2, "spawn_subagents", { tasks: [{ task: "work", subagent_id: "one" }] }));
  await eventually("the workspace of the run", () =>
    existsSync(join(workspace, "subagents/one/workspace/.massgen")),
  );
  leave(first);
  expect((await first.exited)[0]).toBe(code);

  const second = rawServer({ cwd: workspace });
  second.send(initialize);
  let id = 10;
  const list = await eventually("the end of the run", async () => {
    id += 1;
    second.send(call(id, "list_subagents"));
    const reply = await eventually("a list", () => replyOf(second, id));
    const { subagents } = reply["structuredContent"] as { subagents: { status: string }[] };
    return subagents[0]?.status !== "running" && subagents;
  });
  expect(list).toMatchObject([
    {
      subagent_id: "one",
      status: "completed",
    },
  ]);
  second.send(call(5000, "get_background_tool_result", { job_id: "one" }));
  expect(await eventually("the result", () => replyOf(second, 5000))).toMatchObject({
    structuredContent: { ready: true, result: { answer: "finished without a server", success: true } },
  });
});
