import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { verifies } from "@retinue/testkit";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { serverProgram } from "../programs/server-program.ts";
import { countingTeam } from "./counting-team.ts";
import { delegatingHost, noEngine, retinueWatch, skipped } from "./delegating-host.ts";
import { parentContainer } from "./parent-container.ts";

const timeout = 240_000;

describe.skipIf(noEngine)(`the real server in a parent's container${skipped}`, () => {
  test(
    `a client spawns by --runtime-mode delegated, and goes on by a request of its own ${verifies("DELEGATED-RUN")}`,
    { timeout },
    async () => {
      const host = await delegatingHost(1000, retinueWatch);
      const config = { agents: countingTeam(["seen"]) };
      writeFileSync(join(host.workspace, "retinue.yaml"), JSON.stringify(config));
      const parent = await parentContainer(host, 1000, { server: dirname(serverProgram) });
      const [command, ...args] = parent.command("server", "--workspace-path", host.workspace, ...host.flags);
      const client = new Client({ name: "v1", version: "1" });
      await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
      onTestFinished(() => client.close());
      const seen: number[] = [];
      const onprogress = ({ progress }: { progress: number }) => {
        seen.push(progress);
        writeFileSync(join(host.workspace, "seen"), "");
      };
      const call = async (name: string, given: Record<string, unknown>) => {
        const { structuredContent } = await client.callTool({ name, arguments: given }, undefined, {
          timeout,
          onprogress,
        });
        return structuredContent as { results: Record<string, string>[] };
      };

      const task = { task: "Count the words of the notes.", subagent_id: "count" };
      const spawned = await call("spawn_subagents", { tasks: [task] });
      expect(spawned).toMatchObject({ success: true, summary: { total: 1, completed: 1 } });
      const [first] = spawned.results;
      expect(JSON.parse(first?.["answer"] ?? "")).toMatchObject({ words: 3, uid: 1000, interfaces: ["lo"] });
      expect(first?.["token_usage"]).toMatchObject({ estimated_cost: expect.closeTo(1.25, 0) });
      expect(seen).not.toEqual([]);

      writeFileSync(join(host.workspace, "notes.txt"), "more notes than there were\n");
      const continued = await call("continue_subagent", { subagent_id: "count", message: "Count again." });
      const record = JSON.parse(readFileSync(join(first?.["log_path"] ?? "", "run.json"), "utf8"));
      expect(JSON.parse(record.runs[1].result.answer)).toMatchObject({ words: 5 });
      expect(continued).toMatchObject({ success: true });
      expect(record.runs).toMatchObject(
        [1, 2].map((number) => ({ number, mode: "delegated", policy: { network: "none" } })),
      );
      const claimed = host.events.filter(({ event }) => event === "claimed");
      expect(new Set(claimed.map(({ request_id }) => request_id)).size).toBe(2);
    },
  );
});
