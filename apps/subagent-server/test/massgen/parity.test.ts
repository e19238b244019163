import { installedProgram } from "@retinue/testkit";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathsOnlyIn } from "./key-paths.ts";
import { runTeam, type TeamRun } from "./team-run.ts";

const { missing } = installedProgram("massgen");
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;
const engines = ["massgen", "retinue-child"] as const;

/** In order of registration, which is not that of the names. */
const models = { zoe: "gpt-4o-mini", ada: "gpt-4.1-mini", bob: "gpt-4o" };
const ids = Object.keys(models);
const labels: Record<string, string> = { ada: "agent1.1", bob: "agent2.1", zoe: "agent3.1" };
const votes: Record<string, string> = { zoe: "bob", ada: "bob", bob: "zoe" };
/** List prices, in dollars for a million tokens. */
const prices: Record<string, readonly [input: number, output: number]> = {
  "gpt-4o-mini": [0.15, 0.6],
  "gpt-4.1-mini": [0.4, 1.6],
  "gpt-4o": [2.5, 10],
};
/** Whom each model votes for, by the name that MassGen and retinue-child give to the others' agents. */
const anonymous = { "gpt-4o-mini": "agent2", "gpt-4.1-mini": "agent2", "gpt-4o": "agent3" };

describe.skipIf(missing !== undefined)(`one team, two engines${skipped}`, { timeout: 400_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), "retinue-parity-"));
  const runs: Record<string, TeamRun> = {};
  const runOf = (engine: string) => runs[engine] as TeamRun;

  beforeAll(async () => {
    const coordination = { subagent_orchestrator: { enabled: true } };
    const done = engines.map(async (engine) => {
      runs[engine] = await runTeam(join(directory, engine), { engine, models, coordination }, anonymous);
    });
    await Promise.all(done);
  }, 400_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

  test("they are given the same configuration, but for what only ours is told to hide", () => {
    const [massgen, ours] = engines.map((engine) => runOf(engine).config as { orchestrator: object });
    const hidden_paths = [
      expect.stringMatching(/subagents$/),
      expect.stringMatching(/\.massgen$/),
      expect.any(String),
    ];
    expect(ours).toEqual({ ...massgen, orchestrator: { ...massgen?.orchestrator, hidden_paths } });
  });

  test("their status files differ by the keys that the engine's README tells of", () => {
    const [massgen, ours] = engines.map((engine) => runOf(engine).status);
    expect(toldOf("MassGen")).toEqual(pathsOnlyIn(massgen, ours).toSorted());
    expect(toldOf("retinue-child")).toEqual(pathsOnlyIn(ours, massgen).toSorted());
  });

  describe.each(engines)("%s", (engine) => {
    test("goes through the phases in their order, and never back", () => {
      const { frames, status } = runOf(engine);
      const seen = [...frames, status];
      const phases = ["initial_answer", "enforcement", "presentation"];
      const order = seen.map(({ coordination }) => phases.indexOf(coordination.phase));
      expect(order).toEqual(order.toSorted());
      expect(new Set(order)).toEqual(new Set([0, 1, 2]));
      const done = seen.map(({ coordination }) => coordination.completion_percentage);
      expect(done).toEqual(done.toSorted((a, b) => a - b));
    });

    test("ends with everybody's answer and vote, by label", () => {
      const { status } = runOf(engine);
      expect(Object.keys(status.agents)).toEqual(ids);
      for (const id of ids) {
        const voted_for_agent = votes[id] as string;
        expect(status.agents[id]).toMatchObject({
          status: "voted",
          answer_count: 1,
          latest_answer_label: labels[id],
          vote_cast: {
            voted_for_agent,
            voted_for_label: labels[voted_for_agent],
            reason_preview: "It says all.",
          },
          error: null,
        });
      }
      expect(status).toMatchObject({
        finish_reason: "completed",
        is_complete: true,
        coordination: {
          phase: "presentation",
          active_agent: null,
          completion_percentage: 100,
          is_final_presentation: true,
        },
        results: {
          votes: { "agent2.1": 2, "agent3.1": 1 },
          winner: "bob",
          final_answer_preview: "Presented by gpt-4o.",
        },
      });
    });

    test("keeps every answer and every vote where its status says", () => {
      const { status, attempt } = runOf(engine);
      expect(status.historical_workspaces.map(({ agentId }) => agentId).toSorted()).toEqual(ids.toSorted());
      for (const { workspacePath, ...entry } of status.historical_workspaces) {
        const { agentId, timestamp } = entry as unknown as { agentId: string; timestamp: string };
        expect(entry).toEqual({
          answerId: `${agentId}-${timestamp}`,
          agentId,
          answerNumber: 0,
          answerLabel: labels[agentId],
          timestamp: expect.stringMatching(/^\d{8}_\d{6}_\d{6}$/),
        });
        expect(dirname(workspacePath)).toBe(join(attempt, agentId, timestamp));
        const answer = readFileSync(join(dirname(workspacePath), "answer.txt"), "utf8");
        expect(answer).toBe(`Answer of ${models[agentId as keyof typeof models]}.`);
      }
      const mappings = JSON.parse(readFileSync(join(attempt, "snapshot_mappings.json"), "utf8"));
      for (const id of ids) {
        const vote = mappings[`${labels[id]?.split(".")[0]}.vote1`];
        const document = JSON.parse(readFileSync(join(attempt, vote.path), "utf8"));
        const voted_for = votes[id] as string;
        expect(document).toMatchObject({ voter_id: id, voted_for, voted_for_label: labels[voted_for] });
      }
      expect(readFileSync(join(attempt, "final/bob/answer.txt"), "utf8")).toBe("Presented by gpt-4o.");
    });

    test("counts rounds, tokens and costs", () => {
      const { status, requests } = runOf(engine);
      // How often a vote is asked for again depends on who was first.
      expect(status.rounds.by_outcome).toMatchObject({ answer: 3, presentation: 1, error: 0, timeout: 0 });
      expect(status.rounds.by_outcome["vote"]).toBeGreaterThanOrEqual(3);
      const usages = Object.entries(models).map(([id, model]) => {
        const { token_usage: usage, round_history: rounds } = status.agents[id] as unknown as AgentCosts;
        const { input_tokens, output_tokens, estimated_cost } = usage;
        expect(estimated_cost).toBeCloseTo(cost(model, input_tokens, output_tokens), 6);
        const types = rounds.map(({ round_type }) => round_type);
        expect(types[0]).toBe("initial_answer");
        expect(types.slice(1)).toContain("voting");
        expect(types.includes("presentation")).toBe(id === "bob");
        return usage;
      });
      const sum = (key: keyof AgentCosts["token_usage"]) =>
        usages.reduce((total, usage) => total + usage[key], 0);
      expect(status.costs).toEqual({
        total_input_tokens: sum("input_tokens"),
        total_output_tokens: sum("output_tokens"),
        total_estimated_cost: expect.closeTo(sum("estimated_cost"), 6),
      });
      expect(sum("input_tokens")).toBeGreaterThanOrEqual(7 * 100);
      expect(sum("input_tokens")).toBeLessThanOrEqual(requests * 100);
      expect(sum("output_tokens")).toBe(sum("input_tokens") / 10);
    });

    test("comes back as the same result", () => {
      const { result, status } = runOf(engine);
      expect(result).toMatchObject({
        status: "completed",
        success: true,
        answer: "Presented by gpt-4o.",
        error: null,
        token_usage: {
          input_tokens: status.costs["total_input_tokens"],
          output_tokens: status.costs["total_output_tokens"],
          estimated_cost: status.costs["total_estimated_cost"],
        },
        answer_source: { reason: "output" },
      });
      expect(result.warning).toBeUndefined();
    });
  });
});

interface AgentCosts {
  readonly token_usage: Record<"input_tokens" | "output_tokens" | "estimated_cost", number>;
  readonly round_history: readonly { readonly round_type: string }[];
}

function cost(model: string, inputTokens: number, outputTokens: number): number {
  const [input, output] = prices[model] as readonly [number, number];
  return (inputTokens * input + outputTokens * output) / 1e6;
}

const readme = readFileSync(
  join(import.meta.dirname, "../../../../packages/child-orchestrator/README.md"),
  "utf8",
);

/** The keys in the rows of the README's table that name an engine as the one that writes them. */
function toldOf(engine: string): string[] {
  const rows = readme.split("\n").filter((line) => line.split("|")[2]?.trim() === engine);
  return rows
    .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, key]) => key ?? ""))
    .toSorted();
}
