import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { agentsImage, containerProcesses, noAgentsImage, textsInMemory, verifies } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { serverProgram } from "../programs/server-program.ts";
import { canary, hostWithModels } from "./host-with-models.ts";
import { docker, parentContainer } from "./parent-container.ts";

const missing = noAgentsImage(process.env["RETINUE_REQUIRE_ALL"]);
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;
const timeout = 240_000;

describe.skipIf(missing !== undefined)(`Codex that executes in Docker${skipped}`, () => {
  test(
    `as the parent: its team is delegated by itself, and Codex answers without a network ${verifies("DELEGATED-CODEX-DETECTION")}`,
    { timeout },
    async () => {
      const usage = { inputTokens: 1000, outputTokens: 200, cachedInputTokens: 400 };
      const respond = () => ({ text: "Three words.", usage });
      const { vendor, ...host } = await hostWithModels({ respond }, { image: await agentsImage() });
      const backend = {
        type: "codex",
        model: "gpt-5-mini",
        command_line_execution_mode: "docker",
        command_line_docker_image: "of-the-parents-own",
      };
      writeFileSync(
        join(host.workspace, "retinue.yaml"),
        JSON.stringify({ agents: [{ id: "lead", backend }] }),
      );
      const parent = await parentContainer(host, 1000, { server: dirname(serverProgram) });
      // No mode is named.
      const flags = ["--workspace-path", host.workspace, "--delegation-directory", host.outbox];
      const [command, ...args] = parent.command("server", ...flags);
      const client = new Client({ name: "v1", version: "1" });
      await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
      onTestFinished(() => client.close());
      const tasks = [{ task: "Count the words of the notes.", subagent_id: "count" }];
      const { structuredContent } = await client.callTool(
        { name: "spawn_subagents", arguments: { tasks } },
        undefined,
        { timeout },
      );
      const { results, ...reply } = structuredContent as { results: Record<string, unknown>[] };
      expect(reply).toMatchObject({ success: true, summary: { total: 1, completed: 1 } });
      const [result] = results;
      expect(result).toMatchObject({
        answer: "Three words.",
        // 600 tokens at 0.25 dollars a million, 400 from the cache at a tenth of that, 200 at 2.
        token_usage: { input_tokens: 1000, output_tokens: 200, estimated_cost: expect.closeTo(0.00056, 9) },
      });
      const record = JSON.parse(readFileSync(join(String(result?.["log_path"]), "run.json"), "utf8"));
      expect(record.runs).toMatchObject([{ mode: "delegated", policy: { network: "none" } }]);
      expect(vendor.requests.map(({ protocol, headers }) => [protocol, headers.authorization])).toEqual([
        ["responses", `Bearer ${canary}`],
      ]);
      // Nothing of what the parent can see or knows holds the key.
      const processes = containerProcesses(await docker("inspect", "--format", "{{.Id}}", parent.name));
      const inMemory = processes.flatMap((pid) => textsInMemory(pid, [canary, "Three words."]));
      expect(new Set(inMemory)).toEqual(new Set(["Three words."]));
      const found = execFileSync("sh", [
        "-c",
        `grep -rlaF --devices=skip ${canary} "$@" || true`,
        "sh",
        host.workspace,
        host.outbox,
        host.spool,
      ]);
      expect(found.toString()).toBe("");
    },
  );
});
