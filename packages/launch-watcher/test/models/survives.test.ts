import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { killed, watcherProcess } from "../watcher-process.ts";
import { brokerOf, leaks, modelOutbox } from "./model-outbox.ts";

const agent = { id: "one", backend: { type: "openai", model: "gpt-5-mini" } };
const rules = { skip_voting: true, max_new_answers_per_agent: 1, skip_final_presentation: true };
const yaml_config = { agents: [agent], orchestrator: rules };
const answer = { text: "Found after all.", usage: { inputTokens: 100, outputTokens: 20 } };

describe.skipIf(noEngine !== undefined)(`a run that asks a model${skipped}`, () => {
  it("keeps its reply when its watcher goes in the middle of it, and the next watcher answers", async () => {
    const held = Promise.withResolvers<void>();
    const watched = await modelOutbox({ steps: [{ reply: answer, after: held.promise }] });
    const workspace = watched.workspace("a");
    const watcher = await watched.start();
    watched.put(watched.request("a", { yaml_config }));
    await eventually("the model is asked", () => watched.vendor.requests.length === 1, 90);
    const { pid } = await brokerOf(watched.config.spool).status();
    await watcher.stop("leave");
    await watched.start();
    await eventually("it is adopted", () => watched.events.some(({ event }) => event === "adopted"), 60);
    held.resolve();
    const response = await watched.response("a");
    expect(response).toMatchObject({
      status: "completed",
      spent: { requests: 1, output_tokens: 20, estimated: 0 },
    });
    expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toContain("Found after all.");
    expect((await brokerOf(watched.config.spool).status()).pid).toBe(pid);
    expect(watched.vendor.requests).toHaveLength(1);
  });

  it("keeps a reply that streams while its watcher is killed: whole, and asked for once", async () => {
    const goOn = Promise.withResolvers<void>();
    const text = "The first part of it, the second part, the end.";
    const watched = await modelOutbox({
      steps: [{ reply: { ...answer, text, pausedUntil: goOn.promise } }],
    });
    const workspace = watched.workspace("a");
    const watcher = watcherProcess(watched);
    watched.put(watched.request("a", { yaml_config }));
    const drafts = join(workspace, ".massgen/massgen_logs/*/*/*/.drafts/*.md");
    const draft = () => globSync(drafts).map((path) => readFileSync(path, "utf8"));
    await eventually("half of it has come", () => draft().some((said) => said.includes("The first")), 90);
    await killed(watcher);
    const { pid } = await brokerOf(watched.config.spool).status();
    await watched.start();
    await eventually("it is adopted", () => watched.events.some(({ event }) => event === "adopted"), 60);
    expect(draft().join()).not.toContain("the end");
    goOn.resolve();
    expect(await watched.response("a")).toMatchObject({
      status: "completed",
      exit_code: 0,
      spent: { requests: 1, input_tokens: 100, output_tokens: 20, estimated: 0 },
    });
    expect(readFileSync(join(workspace, "answer.txt"), "utf8").trim()).toBe(text);
    expect((await brokerOf(watched.config.spool).status()).pid).toBe(pid);
    expect(watched.vendor.requests).toHaveLength(1);
    expect(leaks(watched)).toEqual([]);
  });

  it("finds its models again when the broker is killed, and what the killed call may have cost is counted", async () => {
    const held = Promise.withResolvers<void>();
    const watched = await modelOutbox({
      steps: [{ reply: answer, after: held.promise }, { reply: answer }],
    });
    watched.workspace("a");
    await watched.start();
    watched.put(watched.request("a", { yaml_config }));
    await eventually("the model is asked", () => watched.vendor.requests.length === 1, 90);
    const { pid } = await brokerOf(watched.config.spool).status();
    process.kill(pid, "SIGKILL");
    held.resolve();
    const response = await watched.response("a");
    expect(response).toMatchObject({ status: "completed", stderr_tail: "" });
    const { spent } = response;
    expect(spent).toMatchObject({ requests: 2, estimated: 1 });
    expect(spent?.output_tokens).toBeGreaterThan(20);
    expect(watched.events.some(({ event }) => event === "broker_restarted")).toBe(true);
    expect(watched.vendor.requests).toHaveLength(2);
    expect(leaks(watched)).toEqual([]);
  });

  it("is cut off at its budget, and its sibling goes on", async () => {
    const many = { ...answer, usage: { inputTokens: 5000, outputTokens: 1000 } };
    const reads = { ...many, toolCalls: [{ name: "list_directory", arguments: { path: "." } }], text: "" };
    const watched = await modelOutbox(
      { respond: ({ text }) => (text.includes("the dear one") ? reads : answer) },
      { outbox: { model_limits: { run: { tokens: 10_000 } } } },
    );
    for (const name of ["dear", "sibling"]) watched.workspace(name);
    await watched.start();
    watched.put(watched.request("dear", { yaml_config, task: "You are the dear one." }));
    watched.put(watched.request("sibling", { yaml_config, task: "You are the other." }));
    const dear = await watched.response("dear");
    expect(dear).toMatchObject({ status: "error", spent: { requests: 2, input_tokens: 10_000 } });
    expect(dear.stderr_tail).toContain("budget_exhausted");
    expect(await watched.response("sibling")).toMatchObject({ status: "completed", spent: { requests: 1 } });
  });
});
