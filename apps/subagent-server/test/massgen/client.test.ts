import { installedProgram } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverProgram } from "../programs/server-program.ts";
import { massgenEnvironment } from "./parent.ts";

const massgen = installedProgram("massgen");
const skipped = massgen.missing === undefined ? "" : ` (skipped: ${massgen.missing})`;

test.skipIf(massgen.missing !== undefined)(
  `an agent of a real MassGen run spawns a subagent and uses its answer${skipped}`,
  { timeout: 400_000 },
  async () => {
    const workspace = parentWorkspace({ text: "The subagent counted 42." });
    const spawn = { tasks: [{ task: "Count.", subagent_id: "counter" }], refine: false };
    let heard: string | undefined;
    const api = await startVendorApi({
      respond: ({ messages, tools }) => {
        heard = messages.findLast(({ role }) => role === "tool")?.text;
        if (heard === undefined && tools.some(({ name }) => name === "mcp__retinue__spawn_subagents"))
          return { toolCalls: [{ name: "mcp__retinue__spawn_subagents", arguments: spawn }] };
        const counted = /counted (\d+)/.exec(heard ?? "")?.[1] ?? "nothing";
        return { toolCalls: [{ name: "new_answer", arguments: { content: `They say ${counted}.` } }] };
      },
    });
    onTestFinished(() => api.stop());
    const text = readFileSync(join(import.meta.dirname, "../../examples/massgen.yaml"), "utf8");
    const { agents } = parse(text) as { agents: [{ backend: { mcp_servers: [object] } }] };
    const [{ backend }] = agents;
    const [server] = backend.mcp_servers;
    // What differs from the example: the server is this checkout's, and the model the test's.
    Object.assign(server, { command: "node", args: [serverProgram] });
    Object.assign(backend, { type: "chatcompletion", model: "any", base_url: `${api.url}/v1` });
    const orchestrator = { max_new_answers_per_agent: 1, skip_voting: true, skip_final_presentation: true };
    const config = { agents, orchestrator };
    writeFileSync(join(workspace, "massgen.yaml"), JSON.stringify(config));
    const { PATH, ...environment } = massgenEnvironment(workspace);
    await promisify(execFile)(
      massgen.path,
      ["--config", "massgen.yaml", "--automation", "--output-file", "answer.txt", "Ask somebody to count."],
      { cwd: workspace, env: { ...environment, PATH: [dirname(process.execPath), PATH].join(delimiter) } },
    );
    expect(heard).toContain('"subagent_id":"counter"');
    expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toBe("They say 42.");
  },
);
