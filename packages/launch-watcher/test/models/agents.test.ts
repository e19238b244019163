import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { agentsImage, eventually, noAgentsImage } from "@retinue/testkit";
import type { VendorToolCall } from "@retinue/testkit/vendor-api";
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
];

describe.skipIf(missing !== undefined)(`in a container without a network${skipped}`, () => {
  let image = "";
  beforeAll(async () => {
    image = await agentsImage();
  });

  it.each(programs)(
    "%s works and answers through the host's broker; the key is in no file and no memory",
    async (type, model, program, call) => {
      const goOn = Promise.withResolvers<void>();
      const watched = await modelOutbox(
        {
          steps: [
            { reply: { toolCalls: [call], usage } },
            { after: goOn.promise, reply: { text: "It is forty-two.", usage } },
          ],
        },
        { image },
      );
      const workspace = watched.workspace("a");
      await watched.start();
      const yaml_config = { agents: [{ id: "one", backend: { type, model } }], orchestrator: rules };
      watched.put(watched.request("a", { task, yaml_config, timeout_seconds: 120 }));
      const answered = watched.response("a");
      const asked = eventually("it is asked again", () => watched.vendor.requests.length === 2, 90);
      await Promise.race([asked, answered]);

      const seen = await lookInside(watched, task);
      expect(seen.processes).toContainEqual(expect.stringContaining(program));
      expect(seen.task).toContainEqual(expect.stringMatching(`^memory of .*${program}`));
      expect(seen.key).toEqual([]);
      expect(leaks(watched)).toEqual([]);
      goOn.resolve();

      const response = await answered;
      expect(response).toMatchObject({ status: "completed", exit_code: 0, stderr_tail: "" });
      expect(readFileSync(join(workspace, "answer.txt"), "utf8").trim()).toBe("It is forty-two.");
      const [found = ""] = globSync(join(workspace, "agent_*/found.txt"));
      expect(readFileSync(found, "utf8")).toBe("found");
      // As the broker counted, and as the engine did.
      const spent = { input_tokens: 2000, output_tokens: 400 };
      expect(response.spent).toMatchObject({ ...spent, requests: 2, estimated: 0 });
      const [status = ""] = globSync(join(workspace, ".massgen/massgen_logs/*/*/*/status.json"));
      const { agents } = JSON.parse(readFileSync(status, "utf8"));
      expect(agents.one.token_usage).toMatchObject(spent);
      expect(leaks(watched)).toEqual([]);
    },
  );
});
