import type { BackendFactory } from "@retinue/child-orchestrator";
import { installedProgram } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { scriptedTeam } from "../scripted/scripted-team.ts";

/** Reads twice and writes once before it answers, and costs something. */
const handy: BackendFactory = () => ({
  async respond({ draft }) {
    draft.tool("read_file", '{"path":"a"}');
    draft.tool("read_file", '{"path":"b"}');
    draft.tool("write_file", '{"path":"c"}');
    return { text: "It is done.", usage: { input_tokens: 1200, output_tokens: 34, estimated_cost: 0.5 } };
  },
});

async function handyTeam(): Promise<string> {
  const team = scriptedTeam({ alpha: [] }, { skip_voting: true, skip_final_presentation: true });
  const agents = team.config.agents.map((agent) => ({
    ...agent,
    backend: { ...agent.backend, type: "handy" },
  }));
  await team.run({ config: { ...team.config, agents }, backends: { handy: async () => handy } });
  return team.attempt();
}

test("metrics_summary.json has MassGen's sections, with what is known", async () => {
  const summary: unknown = JSON.parse(readFileSync(join(await handyTeam(), "metrics_summary.json"), "utf8"));
  const tools = { total_calls: 3, by_tool: { read_file: { call_count: 2 }, write_file: { call_count: 1 } } };
  const used = { input_tokens: 1200, output_tokens: 34, estimated_cost: 0.5 };
  expect(summary).toMatchObject({
    totals: { ...used, agent_cost: 0.5, subagent_cost: 0 },
    tools,
    rounds: {
      total_rounds: 1,
      by_outcome: { answer: 1, restarted: 0, post_evaluation: 0, error: 0, timeout: 0 },
      total_input_tokens: 1200,
      total_output_tokens: 34,
      total_estimated_cost: 0.5,
    },
    agents: {
      alpha: {
        tool_metrics: tools,
        token_usage: used,
        round_history: [
          { round_number: 0, agent_id: "alpha", outcome: "answer", ...used, tool_calls_count: 3 },
        ],
      },
    },
    subagents: { total_subagents: 0, subagents: [] },
  });
});

test("each use of a tool is an event that MassGen's display reads, and is over when its round is", async () => {
  const lines = readFileSync(join(await handyTeam(), "events.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  const events = lines.map((line) => JSON.parse(line) as { event_type: string; data: { tool_id?: string } });
  const named = (type: string) => events.filter(({ event_type }) => event_type === type);
  expect(named("tool_start")).toMatchObject([
    { agent_id: "alpha", round_number: 0, data: { tool_name: "read_file", args: '{"path":"a"}' } },
    { data: { tool_name: "read_file", args: '{"path":"b"}' } },
    { data: { tool_name: "write_file" } },
  ]);
  const ids = (type: string) => named(type).map(({ data }) => data.tool_id);
  expect(new Set(ids("tool_start")).size).toBe(3);
  expect(ids("tool_complete")).toEqual(ids("tool_start"));
});

const massgen = installedProgram("massgen");

// MassGen takes a minute to be imported, and more where others are at work.
test(
  `MassGen's log analyzer and timeline read such a run ${massgen.missing ?? ""}`,
  { timeout: 400_000 },
  async (context) => {
    if (massgen.missing !== undefined) return context.skip(massgen.missing);
    const program = join(import.meta.dirname, "massgen-eyes.py");
    const output = execFileSync(join(dirname(massgen.path), "python"), [program, await handyTeam()], {
      encoding: "utf8",
    });
    const { summary, rounds, timeline } = JSON.parse(output.trim().split("\n").at(-1) ?? "") as {
      summary: string;
      rounds: unknown;
      timeline: unknown;
    };
    expect(summary).toMatch(/Winner: alpha \| Agents: 1 .* Cost: \$0\.50/);
    expect(summary).toMatch(/read_file .* 2 /);
    expect(rounds).toEqual([["alpha", "answer"]]);
    expect(timeline).toEqual(
      expect.arrayContaining([
        ["tool", "read_file", "running"],
        ["tool", "write_file", "success"],
        ["final_answer", null, null],
      ]),
    );
  },
);
