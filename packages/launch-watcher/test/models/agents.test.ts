import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { agentsImage, eventually, noAgentsImage } from "@retinue/testkit";
import type { VendorRequest, VendorToolCall } from "@retinue/testkit/vendor-api";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { lookInside } from "./look-inside.ts";
import { leaks, modelOutbox } from "./model-outbox.ts";

const missing = noAgentsImage(process.env["RETINUE_REQUIRE_ALL"]);
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;
vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const rules = { skip_voting: true, max_new_answers_per_agent: 1, skip_final_presentation: true };
const task = "Say what needle-4711 is.";
const usage = { inputTokens: 1000, outputTokens: 200 };
// Where it works: in a directory of its own beneath the workspace.
const written = { file_path: "found.txt", content: "found" };

/** What each does with a tool of its own, as its model has it do. */
const programs: [type: string, model: string, program: string, call: VendorToolCall][] = [
  ["claude_code", "claude-haiku-4-5", "claude", { name: "Write", arguments: written }],
  [
    "codex",
    "gpt-5-mini",
    "codex exec",
    { name: "exec_command", arguments: { cmd: "printf found >found.txt" } },
  ],
  ["gemini_cli", "gemini-2.5-flash", "gemini", { name: "write_file", arguments: written }],
  ["acp gemini", "gemini-2.5-flash", "gemini", { name: "write_file", arguments: written }],
];

const types: Record<string, string> = { anthropic: "claude_code", responses: "codex", gemini: "gemini_cli" };

/** By ACP: its name behind the type. */
function backendOf(named: string) {
  const [type, agent] = named.split(" ");
  return { type, ...(agent !== undefined && { agent }) };
}

const agentsOf = (type: string, model: string, ids: readonly string[] = ["one"]) => ({
  agents: ids.map((id) => ({ id, backend: { ...backendOf(type), model } })),
  orchestrator: rules,
});

const hasUsedTool = ({ messages }: VendorRequest) => messages.some(({ role }) => role === "tool");

describe.skipIf(missing !== undefined)(`in a container without a network${skipped}`, () => {
  let image = "";
  beforeAll(async () => {
    image = await agentsImage();
  });

  it.each(programs)(
    "two of %s work and answer through the host's broker; the key is in no file and no memory",
    async (type, model, program, call) => {
      const goOn = Promise.withResolvers<void>();
      const said = goOn.promise.then(() => ({ text: "It is forty-two.", usage }));
      const respond = (request: VendorRequest) =>
        hasUsedTool(request) ? said : { toolCalls: [call], usage };
      const watched = await modelOutbox({ respond }, { image, resources: { memory_mb: 2048 } });
      const workspace = watched.workspace("a");
      await watched.start();
      const yaml_config = agentsOf(type, model, ["one", "two"]);
      watched.put(watched.request("a", { task, yaml_config, timeout_seconds: 120 }));
      const answered = watched.response("a");
      const { requests } = watched.vendor;
      const asked = eventually("both are asked again", () => requests.filter(hasUsedTool).length === 2, 90);
      await Promise.race([asked, answered]);

      const seen = await lookInside(watched, task);
      expect(seen.processes.filter((each) => each.includes(program)).length).toBeGreaterThanOrEqual(2);
      expect(seen.task).toContainEqual(expect.stringMatching(`^memory of .*${program}`));
      expect(seen.key).toEqual([]);
      expect(leaks(watched)).toEqual([]);
      goOn.resolve();

      const response = await answered;
      expect(response).toMatchObject({ status: "completed", exit_code: 0, stderr_tail: "" });
      expect(readFileSync(join(workspace, "answer.txt"), "utf8").trim()).toBe("It is forty-two.");
      const found = globSync(join(workspace, "agent_*/found.txt"));
      expect(found.map((each) => readFileSync(each, "utf8"))).toEqual(["found", "found"]);
      // As the broker counted, and as the engine did.
      const spent = { input_tokens: 2000, output_tokens: 400 };
      const ofBoth = { requests: 4, input_tokens: 4000, output_tokens: 800, estimated: 0 };
      expect(response.spent).toMatchObject(ofBoth);
      expect(response.calls).toHaveLength(4);
      expect(response.calls?.at(-1)).toMatchObject({ status: 200, whole: true, total: ofBoth });
      expect(
        await eventually(
          "no calls are left",
          () => globSync(join(watched.config.spool, "calls/*")).length === 0,
        ),
      ).toBe(true);
      const [status = ""] = globSync(join(workspace, ".massgen/massgen_logs/*/*/*/status.json"));
      const { agents } = JSON.parse(readFileSync(status, "utf8"));
      expect(agents).toMatchObject({ one: { token_usage: spent }, two: { token_usage: spent } });
      expect(leaks(watched)).toEqual([]);
    },
  );

  it("each stops at its budget, and says so: no call is made or tried again after it", async () => {
    const respond = ({ protocol }: { readonly protocol: string }) => {
      const [, , , call] = programs.find(([type]) => type === types[protocol]) ?? [];
      return { toolCalls: call === undefined ? [] : [call], usage };
    };
    const limits = { model_limits: { run: { requests: 1 } } };
    const watched = await modelOutbox({ respond }, { image, outbox: limits });
    const asked = programs.filter(([type]) => Object.values(types).includes(type));
    for (const [type] of asked) watched.workspace(type);
    await watched.start();
    for (const [type, model] of asked)
      watched.put(watched.request(type, { yaml_config: agentsOf(type, model), timeout_seconds: 120 }));
    for (const [type] of asked) {
      const response = await watched.response(type);
      expect(response).toMatchObject({ status: "error", exit_code: 1, spent: { requests: 1 } });
      expect(response.stderr_tail).toContain("has spent its budget");
    }
    expect(watched.vendor.requests.map(({ protocol }) => types[protocol]).toSorted()).toEqual(
      asked.map(([type]) => type),
    );
  });
});
