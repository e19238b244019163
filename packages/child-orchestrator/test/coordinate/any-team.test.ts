import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fc, test } from "@fast-check/vitest";
import { runTeam, type AgentReply, type BackendRegistry } from "@retinue/child-orchestrator";
import { validateChildConfig } from "@retinue/engine-contract";
import { describe, expect } from "vitest";
import { readStatus } from "../scripted/scripted-team.ts";

const ids = ["10", "2", "gamma", "alpha", "beta"];
const maxAnswers = 3;
const phases = ["initial_answer", "enforcement", "presentation"];

const reply = fc.record({
  text: fc.constantFrom("", "One.", "Two.", "Three.", "Four."),
  vote: fc.option(
    fc.record({
      for: fc.constantFrom(
        "agent1.1",
        "agent2.1",
        "agent2.2",
        "agent9.1",
        "alpha",
        "2",
        "agent3",
        "__proto__",
      ),
    }),
    { nil: undefined, freq: 2 },
  ),
  failure: fc.option(fc.constant("broke"), { nil: undefined, freq: 8 }),
  usage: fc.option(fc.record({ input_tokens: fc.nat(9) }), { nil: undefined }),
  turns: fc.nat(4),
});
const silent = { text: "", vote: undefined, failure: undefined, usage: undefined, turns: 0 };
const team = fc.record({
  replies: fc.array(fc.array(reply, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: ids.length }),
  options: fc.record({
    max_new_answers_per_agent: fc.constantFrom(undefined, 1, 2),
    skip_voting: fc.boolean(),
    skip_final_presentation: fc.boolean(),
    disable_injection: fc.boolean(),
    defer_voting_until_all_answered: fc.boolean(),
    final_answer_strategy: fc.constantFrom(null, "winner_reuse", "winner_present", "synthesize"),
  }),
});

describe("whatever the agents reply", () => {
  test.prop([team], { numRuns: 150 })(
    "a team comes to its end, and its documents agree",
    async ({ replies, options }) => {
      const workspace = mkdtempSync(join(realpathSync(tmpdir()), "retinue-any-"));
      const progress: { phase: number; percentage: number }[] = [];
      const given: AgentReply[] = [];
      const found: unknown[] = [];
      const calls = new Map<string, number>();
      const backends: BackendRegistry = {
        written: async () => (agent) => ({
          async respond({ agentId, scratch, stage }) {
            const { coordination, problems } = readStatus(join(scratch.directory, "../status.json"));
            expect(problems).toEqual([]);
            const { phase, completion_percentage } = coordination;
            progress.push({
              phase: phases.indexOf(String(phase)),
              percentage: Number(completion_percentage),
            });
            const call = calls.get(agentId) ?? 0;
            calls.set(agentId, call + 1);
            const steps = replies[ids.indexOf(agent.id)] ?? [];
            const { turns, ...next } = steps[Math.min(call, steps.length - 1)] ?? silent;
            for (let turn = 0; turn < turns; turn++) await setImmediate();
            // As every backend has it: only in the vote stage an empty reply is no failure.
            const failure = next.failure ?? (stage !== "vote" && next.text === "" ? "nothing" : undefined);
            const made = { ...next, failure };
            given.push(made);
            return made;
          },
        }),
      };
      try {
        const members = replies.map((_, index) => ({ id: ids[index], backend: { type: "written" } }));
        const outcome = await runTeam({
          config: validateChildConfig({ agents: members, orchestrator: options }),
          prompt: "Any task.",
          outputFile: "answer.txt",
          workspace,
          logBaseDirectory: join(workspace, "logs"),
          environment: {},
          signal: new AbortController().signal,
          backends,
        });
        const status = readStatus(join(outcome.attemptDirectory, "status.json"));

        expect(found).toEqual([]);
        expect([...status.agents.keys()]).toEqual(ids.slice(0, replies.length));
        const limit = options.max_new_answers_per_agent ?? maxAnswers;
        for (const { answer_count } of status.agents.values())
          expect(answer_count).toBeLessThanOrEqual(limit);
        for (const [index, { phase, percentage }] of progress.entries()) {
          expect(phase).toBeGreaterThanOrEqual(progress[index - 1]?.phase ?? 0);
          expect(percentage).toBeGreaterThanOrEqual(progress[index - 1]?.percentage ?? 0);
        }
        const tokens = given.flatMap(({ usage }) => usage?.input_tokens ?? []);
        const total = tokens.length === 0 ? undefined : tokens.reduce((sum, each) => sum + each, 0);
        expect(status.costs?.total_input_tokens).toBe(total);

        const answered = [...status.agents]
          .filter(([, agent]) => Number(agent.answer_count) > 0)
          .map(([id]) => id);
        expect(outcome.kind).toBe(answered.length > 0 ? "answered" : "failed");
        expect(existsSync(join(workspace, "answer.txt"))).toBe(answered.length > 0);
        const owner = new Map(
          status.historical_workspaces.map(({ answerLabel, agentId }) => [answerLabel, agentId]),
        );
        const votes = new Map<string | undefined, number>();
        for (const [label, count] of status.results.votes) {
          expect(owner.has(label)).toBe(true);
          votes.set(owner.get(label), (votes.get(owner.get(label)) ?? 0) + count);
        }
        const most = Math.max(0, ...answered.map((id) => votes.get(id) ?? 0));
        expect(status.results.winner ?? undefined).toBe(answered.find((id) => (votes.get(id) ?? 0) === most));
        const written = answered.length > 0 ? readFileSync(join(workspace, "answer.txt"), "utf8") : undefined;
        expect("answer" in outcome ? outcome.answer : undefined).toBe(written);
      } finally {
        rmSync(workspace, { recursive: true, force: true });
      }
    },
  );
});
