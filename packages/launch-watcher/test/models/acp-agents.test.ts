import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { agentsImage, eventually, noAgentsImage } from "@retinue/testkit";
import type { VendorReply, VendorRequest, VendorToolCall } from "@retinue/testkit/vendor-api";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { lookInside } from "./look-inside.ts";
import { leaks, modelOutbox } from "./model-outbox.ts";

const missing = noAgentsImage(process.env["RETINUE_REQUIRE_ALL"], "acp");
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;
vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const rules = { skip_voting: true, max_new_answers_per_agent: 1, skip_final_presentation: true };
const task = "Say what needle-4711 is.";
const usage = { inputTokens: 1000, outputTokens: 200 };
const content = "found";

/** What each does with a tool of its own, as its model has it do, in a directory of its own beneath the workspace. */
const agents: [agent: string, model: string, call: (path: string) => VendorToolCall][] = [
  [
    "claude-agent-acp",
    "claude-haiku-4-5",
    (path) => ({ name: "Write", arguments: { file_path: path, content } }),
  ],
  [
    "codex-acp",
    "gpt-5-mini",
    (path) => ({ name: "exec_command", arguments: { cmd: `printf found >${path}` } }),
  ],
  [
    "opencode",
    "anthropic/claude-haiku-4-5",
    (path) => ({ name: "write", arguments: { filePath: path, content } }),
  ],
  ["qwen", "gpt-5-mini", (path) => ({ name: "write_file", arguments: { file_path: path, content } })],
];

const hasUsedTool = ({ messages }: VendorRequest) => messages.some(({ role }) => role === "tool");

describe.skipIf(missing !== undefined)(`by ACP, in a container without a network${skipped}`, () => {
  let image = "";
  beforeAll(async () => {
    image = await agentsImage("acp");
  });

  it.each(agents)(
    "%s works and answers through the host's broker; the key is in no file and no memory",
    async (agent, model, call) => {
      let workspace = "";
      const goOn = Promise.withResolvers<void>();
      const said = goOn.promise.then(() => ({ text: "It is forty-two.", usage }));
      const respond = (request: VendorRequest): VendorReply | Promise<VendorReply> => {
        if (request.tools.length === 0) return { text: "A title", usage };
        // Some take absolute paths alone: its own directory is there by now.
        const [own = ""] = globSync(join(workspace, "agent_*"));
        const path = `/workspace/${basename(own)}/found.txt`;
        return hasUsedTool(request) ? said : { toolCalls: [call(path)], usage };
      };
      const watched = await modelOutbox({ respond }, { image, resources: { memory_mb: 2048 } });
      workspace = watched.workspace("a");
      await watched.start();
      const backend = { type: "acp", agent, model };
      const yaml_config = { agents: [{ id: "one", backend }], orchestrator: rules };
      watched.put(watched.request("a", { task, yaml_config, timeout_seconds: 120 }));
      const answered = watched.response("a");
      const { requests } = watched.vendor;
      await Promise.race([eventually("it is asked again", () => requests.some(hasUsedTool), 90), answered]);

      const seen = await lookInside(watched, task);
      expect(seen.processes).toContainEqual(expect.stringContaining(agent));
      expect(seen.task).toContainEqual(expect.stringMatching(/^memory of /));
      expect(seen.key).toEqual([]);
      expect(leaks(watched)).toEqual([]);
      goOn.resolve();

      const response = await answered;
      expect(response).toMatchObject({ status: "completed", exit_code: 0, stderr_tail: "" });
      expect(readFileSync(join(workspace, "answer.txt"), "utf8").trim()).toBe("It is forty-two.");
      const found = globSync(join(workspace, "agent_*/found.txt"));
      expect(found.map((each) => readFileSync(each, "utf8"))).toEqual([content]);
      // As the broker counted: titles cost as well.
      const { length: count } = requests;
      expect(response.spent).toMatchObject({ requests: count, input_tokens: 1000 * count, estimated: 0 });
      expect(leaks(watched)).toEqual([]);
    },
  );
});
