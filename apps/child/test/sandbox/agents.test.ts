import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { VendorRequest, VendorToolCall } from "@retinue/testkit/vendor-api";
import { describe, expect, test } from "vitest";
import { agents, backendOf, keys, noAgents, parent, skipped, vendorApi, type Agent } from "../cli-agents/cli-parent.ts";

/** How each program's model writes a file. */
const writes: Record<Agent, (path: string, text: string) => VendorToolCall> = {
  claude: (file_path, content) => ({ name: "Write", arguments: { file_path, content } }),
  codex: (path, text) => ({ name: "exec_command", arguments: { cmd: `printf '%s' '${text}' > ${path}` } }),
  gemini: (file_path, content) => ({ name: "write_file", arguments: { file_path, content } }),
};

const hasTool = ({ tools }: VendorRequest, { name }: VendorToolCall) =>
  tools.some((tool) => tool.name === name);

describe.each(agents)("%s", (agent) => {
  test.skipIf(noAgents)(
    `works in the sandbox, is logged in, writes its own files and not the parent's${skipped}`,
    { timeout: 240_000 },
    async () => {
      const seen: string[] = [];
      const api = await vendorApi({
        respond: (request) => {
          const results = request.messages.filter(({ role }) => role === "tool");
          const own = writes[agent]("own.txt", "mine");
          seen.push(request.tools.map(({ name }) => name).join(","));
          if (!hasTool(request, own)) return { text: "ok" };
          const workspace = /\/\S+?\/subagents\/scout\/workspace\/agent_1_\w+/.exec(request.text)?.[0] ?? "";
          const steps = [
            writes[agent](join(workspace, "own.txt"), "mine"),
            writes[agent](join(workspace, "../../../../file"), "attacked"),
          ];
          const step = steps[results.length];
          return step === undefined ? { text: "It is written." } : { toolCalls: [step] };
        },
      });
      const manager = parent({
        agents: [{ id: "solo", backend: backendOf(agent, api) }],
        environment: keys,
        sandbox: "required",
      });
      const spawned = await manager.spawn({ task: "Write it.", subagent_id: "scout" }, { refine: false });
      writeFileSync(join(spawned.workspace, "../../../file"), "the parent's");
      const result = await spawned.result;
      console.log(JSON.stringify(result, null, 1).slice(0, 4000), seen);
      expect(result).toMatchObject({
        status: "completed",
        answer: "It is written.",
        policy: { boundary: "bubblewrap", network: "hosts" },
      });
      expect(readFileSync(join(result.answer_directory ?? "", "own.txt"), "utf8")).toBe("mine");
      expect(readFileSync(join(spawned.workspace, "../../../file"), "utf8")).toBe("the parent's");
    },
  );
});
