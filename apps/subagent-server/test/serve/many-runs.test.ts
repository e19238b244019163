import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { eventually } from "@retinue/testkit";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverParameters } from "../programs/server-program.ts";

const answer = Array.from(
  { length: 42 },
  (_, n) => `${n}: ${"forty thousand characters ".repeat(39).trim()}`,
).join("\n");

type Reply = Record<string, unknown>;

/** A client of the built server; each reply is held against the budget. */
async function connected(workspace: string) {
  const client = new Client({ name: "many", version: "1" });
  await client.connect(new StdioClientTransport(serverParameters(workspace)));
  onTestFinished(() => client.close());
  return async (name: string, args: Reply = {}, most = 40_000): Promise<Reply> => {
    const { content, structuredContent } = await client.callTool({ name, arguments: args });
    const text = JSON.stringify(structuredContent);
    expect([name, text.length <= most]).toEqual([name, true]);
    expect(content).toEqual([{ type: "text", text }]);
    return structuredContent as Reply;
  };
}

/** Ended runs as their servers would have recorded them: copies of what one real run left. */
function copyRuns(workspace: string, from: number, to: number): void {
  const path = join(workspace, "subagents/_registry.json");
  const registry = JSON.parse(readFileSync(path, "utf8")) as { subagents: Reply[] };
  const [row = {}] = registry.subagents;
  const log = String(row["log_path"]);
  const record = readFileSync(join(log, "run.json"), "utf8");
  for (let number = from; number <= to; number++) {
    const id = `run_${number}`;
    const renamed = (text: string) => text.replaceAll("run_1", id);
    registry.subagents.push(JSON.parse(renamed(JSON.stringify(row))) as Reply);
    mkdirSync(join(dirname(log), id));
    // What is long is in the first ones alone: it would be 200 MB.
    const text = number <= 12 ? record : record.replace(JSON.stringify(answer), '"short"');
    writeFileSync(join(dirname(log), id, "run.json"), renamed(text));
  }
  writeFileSync(path, JSON.stringify(registry));
}

test("after twelve runs of 40 KB, and after 5,000, every reply stays within its budget and each answer is had whole", async () => {
  const workspace = parentWorkspace({ text: answer });
  const call = await connected(workspace);
  const spawn = { tasks: [{ task: "Tell it all.", subagent_id: "run_1" }], refine: false };
  await call("spawn_subagents", spawn);
  await eventually("the row", async () =>
    readFileSync(join(workspace, "subagents/_registry.json"), "utf8").includes('"completed"'),
  );
  copyRuns(workspace, 2, 12);
  for (const ended of [12, 5000]) {
    if (ended > 12) copyRuns(workspace, 13, ended);
    expect(await call("list_subagents", {}, 20_000)).toMatchObject({ count: ended });
    expect(await call("list_subagents", { ids: ["run_3"] }, 20_000)).toMatchObject({ count: 1 });
    expect(await call("list_subagents", { status: ["completed"], offset: ended - 5 }, 20_000)).toMatchObject({
      count: ended,
    });
    await call("list_background_tools", { include_all: true }, 20_000);
    await call("get_background_tool_status", { job_id: "run_2" });
    await call("wait_for_background_tool");
    await call("wait_for_background_tool", {
      job_ids: Array.from({ length: 60 }, (_, n) => `run_${(n % 12) + 1}`),
    });
    await call("cancel_subagent", { subagent_id: "run_5" });
    await call("continue_subagent", { subagent_id: "nobody", message: "m" });
  }
  for (let number = 1; number <= 12; number++) {
    const job_id = `run_${number}`;
    const first = await call("get_background_tool_result", { job_id });
    let text = (first["result"] as { answer: string }).answer;
    for (let { next } = first; next !== undefined;) {
      const [, args = ""] = /(\{.*\})$/.exec(next as string) ?? [];
      const part = await call("get_background_tool_result", JSON.parse(args) as Reply);
      text += part["answer"] as string;
      ({ next } = part);
    }
    expect(text).toBe(answer);
  }
});
