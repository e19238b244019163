import { installedProgram } from "@retinue/testkit";
import { startVendorApi, type VendorRequest, type VendorToolCall } from "@retinue/testkit/vendor-api";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { person, retinueIn } from "../retinue-in.ts";
import { ask, offers, realClients, replyIn, toolResult, type RealClient } from "./real-client.ts";

const lines = 9000;
/** One task ends at once with an answer of 40 KB; the other says something and works on. */
const worker = `grep -q task-long && exec seq 1 ${lines}; echo so far; exec sleep 600`;
const whole = Array.from({ length: lines }, (_, n) => n + 1).join("\n");

const configuration = {
  agents: [{ id: "solo", backend: { type: "command", command: ["sh", "-c", worker] } }],
  orchestrator: { coordination: {} },
};

type Reply = Readonly<Record<string, unknown>>;

/** What a model does that leaves its work, looks after it, reads a long answer in parts and stops the rest. */
function* steering(): Generator<[tool: string, args: Reply], string, Reply> {
  yield [
    "spawn_subagents",
    {
      tasks: [
        { task: "Do task-long", subagent_id: "long" },
        { task: "Do task-slow", subagent_id: "slow" },
      ],
      background: true,
      refine: false,
    },
  ];
  let reply: Reply = yield ["wait_for_background_tool", { job_ids: ["long"] }];
  while (reply["ready"] !== true) reply = yield ["wait_for_background_tool", { job_ids: ["long"] }];
  const [{ answer }] = reply["finished_since_last_call"] as [{ answer: string }];
  const [note = "", call] =
    /\n\n\[cut here: .*; the next part: get_background_tool_result (\{.*?\});.*\]$/.exec(answer) ?? [];
  let text = answer.slice(0, answer.length - note.length);
  for (let next = call; next !== undefined;) {
    const part: Reply = yield ["get_background_tool_result", JSON.parse(next) as Reply];
    text += part["answer"] as string;
    next = (part["next"] as string | undefined)?.replace("get_background_tool_result ", "");
  }
  expect(text).toBe(whole);
  const status = yield ["get_background_tool_status", { job_id: "slow" }];
  expect(status).toMatchObject({ status: "running" });
  const sent = yield ["send_message_to_subagent", { subagent_id: "slow", message: "hurry" }];
  expect(sent["state"]).toMatch(/^(delivered|queued|unsupported)$/);
  const stopped = yield ["cancel_background_tool", { job_id: "slow", grace_seconds: 1 }];
  expect(stopped).toMatchObject({ status: "cancelled", result: { subagent_id: "slow", success: false } });
  const list = yield ["list_subagents", {}];
  expect(list).toMatchObject({ count: 2, statuses: { completed: 1, cancelled: 1 } });
  return `parts made ${text.length} characters`;
}

/** A model that goes through the steps, one call a turn. */
function scriptedModel(client: RealClient) {
  const steps = steering();
  const asked = client.call("spawn_subagents", {});
  let seen = 0;
  return (request: VendorRequest): { text: string } | { toolCalls: VendorToolCall[] } => {
    // Besides, some ask a smaller model about titles and the like.
    if (!offers(request, asked)) return { text: "ok" };
    const given = request.messages.filter(({ role }) => role === "tool").length;
    // The same request once more: the client tries again.
    if (given < seen) return { text: "ok" };
    const { done, value } =
      seen === 0 && given === 0 ? steps.next() : steps.next(replyIn(toolResult(request) ?? ""));
    seen = given + 1;
    return done === true ? { text: value } : { toolCalls: [client.call(...value)] };
  };
}

/** Codex gives its own models 10,000 tokens of a tool's output, and one that it does not know 12,000 bytes. */
function limitAsForKnownModels(home: string): void {
  const path = join(home, ".codex/config.toml");
  writeFileSync(path, `tool_output_token_limit = 10000\n${readFileSync(path, "utf8")}`);
}

describe.each(realClients)("$name as a parent that steers", (client) => {
  const { missing } = installedProgram(client.program);

  test.skipIf(missing)(
    `spawns in the background, waits, reads an answer in parts, sends a message and cancels ${missing ?? ""}`,
    async () => {
      const respond = scriptedModel(client);
      const failures: unknown[] = [];
      const api = await startVendorApi({
        respond: (request) => {
          try {
            return respond(request);
          } catch (error) {
            failures.push(error);
            return { text: `failed: ${(error as Error).message.slice(0, 500)}` };
          }
        },
      });
      onTestFinished(() => api.stop());
      const somebody = person(client.program);
      client.logIn(somebody, api.url);
      if (client.name === "codex") limitAsForKnownModels(somebody.home);
      writeFileSync(join(somebody.work, "retinue.yaml"), JSON.stringify(configuration));
      const added = retinueIn(somebody, ["config", client.name, "--write"]);
      expect(added).toMatchObject({ status: 0 });
      const { status, stdout, stderr } = await ask(client, somebody, "Have it done.");
      expect(failures).toEqual([]);
      expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain(`parts made ${whole.length} characters`);
    },
    240_000,
  );
});
