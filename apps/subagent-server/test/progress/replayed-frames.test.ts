import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { parseOrchestratorStatus } from "@retinue/status-model";
import { temporaryDirectory } from "@retinue/testkit";
import { globSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverProgram } from "../programs/server-program.ts";

const logs = join(import.meta.dirname, "../../../../packages/recovery/test/fixtures/massgen-logs");
const engine = join(import.meta.dirname, "../programs/replay-engine.mjs");
const cases = globSync("*/frames", { cwd: logs }).map((path) => dirname(path));

test.each(cases.toSorted())("progress tells the phases and percentages of the real run %s", async (name) => {
  const frames = join(logs, name, "frames");
  const expected = readdirSync(frames)
    .toSorted()
    .map((file) => messageOf(join(frames, file)));
  const workspace = parentWorkspace();
  const client = await connect(workspace);
  const messages: string[] = [];
  const reply = await client.callTool(
    {
      name: "spawn_subagents",
      arguments: { tasks: [{ subagent_id: "review", task: `frames: ${frames}` }] },
    },
    {
      onprogress: ({ message = "" }) => {
        messages.push(message);
        const index = expected.indexOf(message);
        if (index !== -1) writeFileSync(join(workspace, "subagents/review/workspace", `seen_${index}`), "");
      },
    },
  );
  expect(messages.slice(0, expected.length + 1)).toEqual(["review: pending", ...expected]);
  expect(reply.structuredContent).toMatchObject({ results: [{ subagent_id: "review", answer: "replayed" }] });
});

/** A real server whose engine is the replaying program, found on PATH as `massgen`. */
async function connect(workspace: string): Promise<Client> {
  const programs = join(temporaryDirectory(), "bin");
  mkdirSync(programs);
  symlinkSync(engine, join(programs, "massgen"));
  const path = [programs, dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const client = new Client({ name: "replay", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [serverProgram, "--engine", "massgen"],
      cwd: workspace,
      env: { PATH: path, HOME: workspace },
      stderr: "inherit",
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

function messageOf(path: string): string {
  const parsed = parseOrchestratorStatus(readFileSync(path, "utf8"));
  const { phase, completion_percentage } = parsed.ok ? parsed.status.coordination : {};
  if (phase === undefined || completion_percentage === undefined) throw new Error(`${path} tells no phase`);
  return `review: ${phase} ${completion_percentage}%`;
}
