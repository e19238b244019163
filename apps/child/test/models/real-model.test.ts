import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fetchModel, serveModel } from "@retinue/testkit/small-model";
import { describe, expect, it, onTestFinished } from "vitest";
import { flags, place } from "../programs/child.ts";

// Where `pnpm demo --model` keeps it.
const cache = join(import.meta.dirname, "../../../../.cache/small-model");
const required = (process.env["RETINUE_REQUIRE_ALL"] ?? "") !== "";
const missing = existsSync(cache) || required ? undefined : "fetch the model first: pnpm demo --model";

describe.skipIf(missing !== undefined)(`a real model ${missing ?? ""}`, () => {
  it("answers, and votes for one of the labels it is shown", { timeout: 500_000 }, async () => {
    const served = await serveModel(await fetchModel(cache, () => {}), { demanded: ["vote"] });
    onTestFinished(served.stop);
    const model = { type: "chatcompletion", model: "smollm2", base_url: served.url };
    const here = place({
      agents: ["one", "two"].map((id) => ({ id, system_message: "Be brief.", backend: model })),
      orchestrator: { max_new_answers_per_agent: 1, final_answer_strategy: "winner_reuse" },
    });

    const { code, stderr } = await here.start([...flags, "Why is the sky blue?"]).ended;

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const status = here.status();
    const labels = status?.historical_workspaces.map(({ answerLabel }) => answerLabel);
    expect(labels?.toSorted()).toEqual(["agent1.1", "agent2.1"]);
    const votes = [...(status?.results.votes ?? [])];
    expect(votes.reduce((sum, [, count]) => sum + count, 0)).toBe(2);
    expect(votes.every(([label]) => labels?.includes(label))).toBe(true);
    expect(status?.costs?.total_output_tokens).toBeGreaterThan(0);
    expect(readFileSync(join(here.directory, "answer.txt"), "utf8").trim()).not.toBe("");
  });
});
