import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fetchModel, serveModel } from "@retinue/testkit/small-model";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { modelOutbox } from "./model-outbox.ts";

// Where `pnpm demo --model` keeps it.
const cache = join(import.meta.dirname, "../../../../.cache/small-model");
const isShort = process.env["RETINUE_LONG"] === undefined;
const why = isShort ? " (skipped: takes a minute, pnpm test:long)" : skipped;

describe.skipIf(isShort || noEngine !== undefined)(`a real model behind the broker${why}`, () => {
  it("answers and votes for a team without a network, and is counted", { timeout: 500_000 }, async () => {
    const served = await serveModel(await fetchModel(cache, () => {}), { demanded: ["vote"] });
    onTestFinished(served.stop);
    const local = { upstream: new URL(served.url).origin, models: ["smollm2"] };
    const watched = await modelOutbox(
      { steps: [] },
      { broker: { routes: { local } }, outbox: { models: { local: ["smollm2"] } } },
    );
    const workspace = watched.workspace("a");
    await watched.start();
    const backend = { type: "chatcompletion", model: "smollm2", stall_timeout_seconds: 300 };
    const yaml_config = {
      agents: ["one", "two"].map((id) => ({ id, system_message: "Be brief.", backend })),
      orchestrator: { max_new_answers_per_agent: 1, final_answer_strategy: "winner_reuse" },
    };
    const task = "Why is the sky blue?";
    watched.put(watched.request("a", { task, yaml_config, timeout_seconds: 400 }));

    const response = await watched.response("a", 450);

    expect(response).toMatchObject({ status: "completed", exit_code: 0 });
    expect(readFileSync(join(workspace, "answer.txt"), "utf8").trim()).not.toBe("");
    const [status = ""] = globSync(join(workspace, ".massgen/massgen_logs/*/*/*/status.json"));
    const { results, costs } = JSON.parse(readFileSync(status, "utf8"));
    const votes = Object.values(results.votes as Record<string, number>);
    expect(votes.reduce((sum, count) => sum + count, 0)).toBe(2);
    // Without a price; the broker counts what the model says, as the engine does.
    expect(response.spent).toMatchObject({ unpriced: response.spent?.requests, estimated: 0 });
    expect(response.spent?.output_tokens).toBe(costs.total_output_tokens);
    expect(response.spent?.output_tokens).toBeGreaterThan(0);
  });
});
