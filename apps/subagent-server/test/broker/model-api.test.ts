import { eventually, filesWith, temporaryDirectory } from "@retinue/testkit";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { ask, brokeredParent, canary, processesWith } from "./brokered-parent.ts";

vi.setConfig({ testTimeout: 60_000 });

const usage = { inputTokens: 1000, outputTokens: 200 };
const openai = (url: string) => ({ type: "openai", model: "gpt-5-mini", base_url: `${url}/v1` });
const env = { OPENAI_API_KEY: canary };

const routed = {
  subagent_broker: true,
  subagent_broker_routes: {
    // Another API, and another model, than the team's.
    other: {
      upstream: "http://models.example",
      key_env: "NO_SUCH_KEY",
      models: ["small-1"],
      apis: ["messages"],
    },
    mine: {
      upstream: "http://models.example/behind",
      key_env: "TEAM_KEY",
      models: ["small-0", "small-1"],
      apis: ["chat"],
    },
  },
};

test("a run has no key, and its stream goes on when its server is killed: the next one has its answer and what it cost", async () => {
  const go = Promise.withResolvers<void>();
  const reply = { text: "The answer is long enough to come in many pieces.", usage, pausedUntil: go.promise };
  const parent = await brokeredParent({ respond: () => reply }, openai, { env });
  const first = parent.serve();
  await ask(first, "spawn_subagents", {
    tasks: [{ task: "Say it.", subagent_id: "one" }],
    background: true,
    refine: false,
  });
  await eventually("the stream", () => parent.vendor.requests.length === 1);
  expect(parent.vendor.requests[0]?.headers["authorization"]).toBe(`Bearer ${canary}`);

  // Of the run, its supervisor and the broker: nobody but the server has it.
  const markedAs = processesWith("RETINUE_RUN=one-", []);
  expect(markedAs.length).toBeGreaterThan(0);
  expect(processesWith(canary, [first.process.pid])).toEqual([]);
  expect(filesWith(canary, [parent.workspace])).toEqual([]);
  expect(filesWith(canary, [parent.brokerDirectory])).toEqual([]);
  const [runDirectory = ""] = globSync(join(parent.workspace, ".massgen/**/subagents/one/supervisor/run_1"));
  expect(filesWith("OPENAI_API_KEY", [runDirectory])).toEqual([join(runDirectory, "models.json")]);

  first.process.kill("SIGKILL");
  await first.exited;
  const second = parent.serve();
  await ask(second, "list_subagents", {});
  go.resolve();
  const { result } = await eventually("its result", async () => {
    const found = await ask(second, "get_background_tool_result", { job_id: "one" });
    return found["ready"] === true && found;
  });
  const spent = { input_tokens: 1000, output_tokens: 200 };
  expect(result).toMatchObject({
    status: "completed",
    answer: reply.text,
    token_usage: spent,
    budget: { spent_tokens: 1200, held_by: "broker" },
  });
  // Asked once, whoever was killed.
  expect(parent.vendor.requests).toHaveLength(1);
  const [runRecord = ""] = globSync(join(parent.workspace, ".massgen/**/subagents/one/run.json"));
  expect(JSON.parse(readFileSync(runRecord, "utf8"))).toMatchObject({
    runs: [{ state: "ended", models: { requests: 1, estimated: 0, ...spent } }],
  });
  const calls = readFileSync(join(runDirectory, "calls.jsonl"), "utf8").trim().split("\n");
  expect(calls.map((line) => JSON.parse(line))).toMatchObject([
    { route: "openai", model: "gpt-5-mini", status: 200, whole: true, total: spent },
  ]);
  // It is forgotten at the broker: its socket and its token have gone, and what it spent is in its record.
  await eventually(
    "nothing of it at the broker",
    () => globSync(join(parent.brokerDirectory, "{runs,access}/*")).length === 0,
  );

  // A further run goes by what the first one was led to.
  const further = await ask(second, "continue_subagent", { subagent_id: "one", message: "Again." });
  expect(further).toMatchObject({ success: true });
  expect(parent.vendor.requests.length).toBeGreaterThan(1);
  expect(filesWith(canary, [parent.workspace])).toEqual([]);
});

test("a run is cut off at its budget by the broker, in its sandbox without a network", async () => {
  const looks = {
    text: "So far: three words.",
    toolCalls: [{ name: "list_directory", arguments: { path: "." } }],
    usage,
  };
  const parent = await brokeredParent({ respond: () => looks }, openai, {
    env,
    coordination: { subagent_sandbox: "required" },
  });
  const { results } = await ask(parent.serve(), "spawn_subagents", {
    tasks: [{ task: "Look around.", max_tokens: 2000 }],
    refine: false,
  });
  expect(results).toMatchObject([
    {
      answer: expect.stringContaining("So far: three words.") as string,
      policy: { network: "none" },
      budget: { max_tokens: 2000, spent_tokens: 2400, left_tokens: 0, held_by: "broker" },
    },
  ]);
  expect(parent.vendor.requests).toHaveLength(2);
});

test("configured routes are what may be asked: by their keys, whatever the team's backends would read", async () => {
  const parent = await brokeredParent(
    { respond: () => ({ text: "By the team's route.", usage }) },
    () => ({ type: "chatcompletion", model: "small-1" }),
    { env: { TEAM_KEY: canary, OPENAI_API_KEY: "sk-of-nobody" }, args: [], coordination: routed },
  );
  const { vendor, workspace } = parent;
  // A route knows where its models are before anybody knows the address of this test's.
  const file = join(workspace, "retinue.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("http://models.example", vendor.url));
  const server = parent.serve();
  const { results } = await ask(server, "spawn_subagents", { tasks: [{ task: "Say it." }], refine: false });
  expect(results).toMatchObject([
    { status: "completed", answer: "By the team's route.", budget: { held_by: "broker" } },
  ]);
  expect(vendor.requests.map(({ path, model, headers }) => [path, model, headers["authorization"]])).toEqual([
    ["/behind/v1/chat/completions", "small-1", `Bearer ${canary}`],
  ]);
  expect(filesWith(canary, [workspace])).toEqual([]);

  const refused = await ask(server, "spawn_subagents", { tasks: [{ task: "Say it.", model: "large-1" }] });
  expect(JSON.stringify(refused)).toMatch(/wants .*large-1.* no route of subagent_broker_routes has that/);
  expect(vendor.requests).toHaveLength(1);
});

const confined = { subagent_sandbox: "auto" };
const one = { tasks: [{ task: "Say it.", subagent_id: "one" }], refine: false };

test("a run in a sandbox gets its models by a broker though nobody has decided it, and not where that was refused", async () => {
  const script = { respond: () => ({ text: "Said.", usage }) };
  const parent = await brokeredParent(script, openai, { env, args: [], coordination: confined });
  const { results } = await ask(parent.serve(), "spawn_subagents", one);
  expect(results).toMatchObject([
    { status: "completed", policy: { network: "none" }, budget: { held_by: "broker" } },
  ]);
  expect(filesWith(canary, [parent.workspace])).toEqual([]);

  const refused = await brokeredParent(script, openai, {
    env,
    args: ["--broker", "off"],
    coordination: confined,
  });
  const plain = await ask(refused.serve(), "spawn_subagents", one);
  expect(JSON.stringify(plain)).not.toContain('"broker"');
  // Without a sandbox nobody is led there either.
  const bare = await brokeredParent(script, openai, { env, args: [] });
  const unconfined = await ask(bare.serve(), "spawn_subagents", one);
  expect(unconfined["results"]).toMatchObject([{ status: "completed" }]);
  expect(JSON.stringify(unconfined)).not.toContain('"broker"');
  expect(existsSync(bare.brokerDirectory)).toBe(false);
});

test("a team that cannot be led to a broker goes without one where nobody has decided it, and a broker that cannot be had is said", async () => {
  const script = { respond: () => ({ text: "Said.", usage }) };
  const chat = (url: string) => ({
    type: "chatcompletion",
    model: "small-1",
    base_url: `${url}/elsewhere/v2`,
  });
  const other = await brokeredParent(script, chat, { env, args: [], coordination: confined });
  const { results } = await ask(other.serve(), "spawn_subagents", one);
  expect(JSON.stringify(results)).not.toMatch(/a broker cannot lead there|"broker"/);

  const deep = { ...env, XDG_STATE_HOME: temporaryDirectory(`${"x".repeat(80)}-`) };
  const parent = await brokeredParent(script, openai, { env: deep, args: [], coordination: confined });
  const server = parent.serve();
  const { results: plain } = await ask(server, "spawn_subagents", one);
  expect(plain).toMatchObject([
    { warning: expect.stringMatching(/could not be led to a broker: .*has more than 103 bytes/) as string },
  ]);
  expect(globSync(join(parent.workspace, ".massgen/**/models.json"))).toEqual([]);
  const further = await ask(server, "continue_subagent", { subagent_id: "one", message: "Again." });
  // What was said before is said in short.
  expect(JSON.stringify(further)).toContain("its models are asked by keys that it has");
});

test.each([
  [{ type: "openai" }, /names no model/],
  [{ type: "grok", model: "grok-4" }, /grok\S*, which cannot be led to a broker/],
  [{ type: "openai", model: "gpt-5-mini", base_url: "http://127.0.0.1:9/api" }, /does not end with \/v1/],
  [{ type: "openai", model: "gpt-5-mini", api_key: "sk-in-the-file" }, /has its key in its configuration/],
  [{ type: "claude", model: "claude-haiku-4-5" }, /ANTHROPIC_API_KEY is not set/],
])("what cannot be led to a broker is refused, with what to do: %j", async (backend, reason) => {
  const parent = await brokeredParent({ respond: () => undefined }, () => backend, {
    env: { ...env, ANTHROPIC_API_KEY: "" },
  });
  const reply = await ask(parent.serve(), "spawn_subagents", { tasks: [{ task: "Say it." }] });
  expect(JSON.stringify(reply)).toMatch(reason);
  expect(parent.vendor.requests).toHaveLength(0);
});
