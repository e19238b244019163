import { installedProgram } from "@retinue/testkit";
import { startVendorApi, type VendorReply, type VendorRequest } from "@retinue/testkit/vendor-api";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { person, retinueIn } from "../retinue-in.ts";
import { agentsModel, longAnswer, type AgentsModel } from "./agents-model.ts";
import {
  ask,
  offers,
  realClients,
  replyIn,
  toolResult,
  type RealClient,
  type Result,
} from "./real-client.ts";

type Reply = Readonly<Record<string, unknown>>;
type Steps<Outcome> = AsyncGenerator<readonly [tool: string, args: Reply], Outcome, Reply>;

/** What came with whichever reply, once each. */
type Told = Map<string, Result>;

/**
 * What a model does that leaves its work, tells one subagent more, stops another, and reads what came back; a long
 * answer in parts.
 */
async function* steering({ atWork }: AgentsModel, told: Told): Steps<string> {
  const tasks = ["long", "told", "slow"].map((id) => ({ task: `Do task-${id}`, subagent_id: id }));
  yield ["spawn_subagents", { tasks, background: true, refine: false }];
  // What it works on meanwhile is not looked at.
  await Promise.all(["task-told", "task-slow"].map(atWork));
  const message = "Say it in Roman numerals.";
  const sent = yield ["send_message_to_subagent", { subagent_id: "told", message }];
  expect(sent).toMatchObject({ state: "delivered", delivered: [{ agent_id: "solo" }] });
  const status = yield ["get_background_tool_status", { job_id: "slow" }];
  expect(status).toMatchObject({ status: "running", so_far: { reason: "draft", ends_with: "so" } });
  const stopped = yield ["cancel_background_tool", { job_id: "slow", grace_seconds: 1 }];
  expect(stopped).toMatchObject({
    status: "cancelled",
    result: { subagent_id: "slow", status: "partial", answer: expect.stringMatching(/^so\b/) },
  });
  const again = yield ["get_background_tool_result", { job_id: "slow" }];
  expect(again).toMatchObject({ ready: true, status: "cancelled", result: { status: "partial" } });
  while (!told.has("told") || !told.has("long")) yield ["wait_for_background_tool", {}];
  expect(told.get("told")).toMatchObject({ status: "completed", answer: "XLII" });
  expect(yield* whole(told.get("long")?.answer ?? "")).toBe(longAnswer);
  const list = yield ["list_subagents", {}];
  expect(list).toMatchObject({ count: 3, statuses: { completed: 2, cancelled: 1 } });
  return "all is read";
}

/** An answer with the parts that its end names. */
async function* whole(answer: string): Steps<string> {
  const [note = "", call] =
    /\n\n\[cut here: .*; the next part: get_background_tool_result (\{.*?\});.*\]$/.exec(answer) ?? [];
  let text = answer.slice(0, answer.length - note.length);
  for (let next = call; next !== undefined;) {
    const part: Reply = yield ["get_background_tool_result", JSON.parse(next) as Reply];
    text += part["answer"] as string;
    next = (part["next"] as string | undefined)?.replace("get_background_tool_result ", "");
  }
  return text;
}

/** A model that goes through the steps, one call a turn. */
function scriptedModel(client: RealClient, agents: AgentsModel) {
  const told: Told = new Map();
  const steps = steering(agents, told);
  const asked = client.call("spawn_subagents", {});
  let seen = 0;
  return async (request: VendorRequest): Promise<VendorReply> => {
    // Besides, some ask a smaller model about titles and the like.
    if (!offers(request, asked)) return { text: "ok" };
    const given = request.messages.filter(({ role }) => role === "tool").length;
    // The same request once more: the client tries again.
    if (given < seen) return { text: "ok" };
    const reply = given === 0 ? {} : replyIn(toolResult(request) ?? "");
    for (const result of (reply["finished_since_last_call"] ?? []) as (Result & { subagent_id: string })[]) {
      expect(told.has(result.subagent_id)).toBe(false);
      told.set(result.subagent_id, result);
    }
    seen = given + 1;
    const { done, value } = await steps.next(reply);
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
    `spawns in the background, sends a message that changes the answer, cancels, waits, and reads all ${missing ?? ""}`,
    async () => {
      const agents = await agentsModel();
      const respond = scriptedModel(client, agents);
      const failures: unknown[] = [];
      const api = await startVendorApi({
        respond: (request) =>
          respond(request).catch((error: Error) => {
            failures.push(error);
            return { text: `failed: ${error.message.slice(0, 500)}` };
          }),
      });
      onTestFinished(() => api.stop());
      const somebody = person(client.program);
      client.logIn(somebody, api.url);
      if (client.name === "codex") limitAsForKnownModels(somebody.home);
      writeFileSync(join(somebody.work, "retinue.yaml"), JSON.stringify(agents.configuration));
      const added = retinueIn(somebody, ["config", client.name, "--write"]);
      expect(added).toMatchObject({ status: 0 });
      const { status, stdout, stderr } = await ask(client, somebody, "Have it done.");
      expect(failures).toEqual([]);
      expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain("all is read");
    },
    240_000,
  );
});
