import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi, type VendorReply, type VendorRequest } from "@retinue/testkit/vendor-api";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { serverProgram } from "../programs/server-program.ts";
import { massgenEnvironment } from "./parent.ts";

const massgen = installedProgram("massgen");
const skipped = massgen.missing === undefined ? "" : ` (skipped: ${massgen.missing})`;

const call = (tool: string, args: object): VendorReply => ({
  toolCalls: [{ name: `mcp__retinue__${tool}`, arguments: { ...args } }],
});

/** Leaves its subagents at work, tells one more, stops the other, and waits for what is missing. */
const steps = [
  call("spawn_subagents", {
    tasks: [
      { task: "Count.", subagent_id: "counter" },
      { task: "Go on.", subagent_id: "endless" },
    ],
    background: true,
    refine: false,
  }),
  call("send_message_to_subagent", { subagent_id: "counter", message: "Count in Roman numerals." }),
  call("cancel_subagent", { subagent_id: "endless", grace_seconds: 1 }),
] as const;

test.skipIf(massgen.missing !== undefined)(
  `an agent of a real MassGen run leaves subagents at work, sends one a message that changes its answer, and stops the other${skipped}`,
  { timeout: 400_000 },
  async () => {
    const workspace = temporaryDirectory("retinue-server-");
    const counting = Promise.withResolvers<void>();
    const goingOn = Promise.withResolvers<void>();
    let heard: string[] = [];
    const subagent = async ({ text }: VendorRequest): Promise<VendorReply> => {
      if (text.includes("Go on.")) {
        goingOn.resolve();
        return { text: "so far", hang: true };
      }
      if (text.includes("Roman numerals")) return { text: "The subagent counted XLII." };
      counting.resolve();
      // Sixty turns are all that a round has.
      await delay(1000);
      return { text: "Counting.", toolCalls: [{ name: "list_directory", arguments: { path: "." } }] };
    };
    const api = await startVendorApi({
      respond: async (request) => {
        if (request.model === "of-subagents") return subagent(request);
        heard = request.messages.filter(({ role }) => role === "tool").map(({ text }) => text);
        const counted = /counted (\w+)/.exec(heard.join("\n"))?.[1];
        const step = steps[heard.length];
        if (heard.length === 1) await Promise.all([counting.promise, goingOn.promise]);
        if (step !== undefined) return step;
        if (counted === undefined) return call("wait_for_background_tool", { job_ids: ["counter"] });
        return { toolCalls: [{ name: "new_answer", arguments: { content: `They say ${counted}.` } }] };
      },
    });
    onTestFinished(() => api.stop());
    const base_url = `${api.url}/v1`;
    const solo = { id: "solo", backend: { type: "chatcompletion", model: "of-subagents", base_url } };
    // Inside a container as outside.
    const coordination = { subagent_runtime_fallback_mode: "inherited" };
    const retinue = { agents: [solo], orchestrator: { coordination }, retinue: { engine: "retinue-child" } };
    writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify(retinue));
    const text = readFileSync(join(import.meta.dirname, "../../examples/massgen.yaml"), "utf8");
    const { agents } = parse(text) as { agents: [{ backend: { mcp_servers: [object] } }] };
    const [{ backend }] = agents;
    const [server] = backend.mcp_servers;
    // What differs from the example: the server is this checkout's, and the model the test's.
    Object.assign(server, { command: "node", args: [serverProgram] });
    Object.assign(backend, { type: "chatcompletion", model: "any", base_url });
    const orchestrator = { max_new_answers_per_agent: 1, skip_voting: true, skip_final_presentation: true };
    const config = { agents, orchestrator };
    writeFileSync(join(workspace, "massgen.yaml"), JSON.stringify(config));
    const { PATH, ...environment } = massgenEnvironment(workspace);
    await promisify(execFile)(
      massgen.path,
      ["--config", "massgen.yaml", "--automation", "--output-file", "answer.txt", "Ask somebody to count."],
      { cwd: workspace, env: { ...environment, PATH: [dirname(process.execPath), PATH].join(delimiter) } },
    );
    expect(heard[1]).toContain('"state":"delivered"');
    expect(heard[2]).toMatch(/"status":"cancelled".*"status":"partial".*"answer":"so\b/);
    expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toBe("They say XLII.");
  },
);
