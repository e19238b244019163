import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { scriptedTeam } from "../scripted/scripted-team.ts";

const deferred = { defer_voting_until_all_answered: true };
const json = (path: string) =>
  JSON.parse(readFileSync(path, "utf8")) as Record<string, Record<string, unknown>>;

/** A finished run of two: beta wins and presents. */
async function finishedPair() {
  const team = scriptedTeam(
    {
      beta: [
        {
          text: "B.",
          file: "of beta",
          usage: { input_tokens: 100, output_tokens: 10, estimated_cost: 0.25 },
        },
        { vote: "agent2.1", usage: { input_tokens: 50 } },
        { text: "B, final.", usage: { estimated_cost: 0.5 } },
      ],
      alpha: ["A.", { vote: "agent2.1" }],
    },
    deferred,
  );
  await team.run();
  return { team, attempt: team.attempt() };
}

describe("the documents of a run", () => {
  it("lie where MassGen's log layout has them", async () => {
    const { team, attempt } = await finishedPair();
    const files = globSync("**/*", { cwd: attempt, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(attempt.length + 1))
      .map((path) => path.replace(/\d{8}_\d{6}_\d{6}/, "TIME"));
    expect(files.toSorted()).toEqual([
      "alpha/TIME/answer.txt",
      "alpha/TIME/vote.json",
      "beta/TIME/answer.txt",
      "beta/TIME/vote.json",
      "beta/TIME/workspace/result.txt",
      "events.jsonl",
      "final/beta/answer.txt",
      "metrics_summary.json",
      "snapshot_mappings.json",
      "status.json",
    ]);
    expect(attempt).toMatch(/\/logs\/log_\d{8}_\d{6}_\d{6}\/turn_1\/attempt_1$/);
    expect(readFileSync(join(attempt, "final/beta/answer.txt"), "utf8")).toBe("B, final.");
    expect(readdirSync(team.directory).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("carry the keys that MassGen's carry", async () => {
    const { attempt } = await finishedPair();
    const votePath = globSync("alpha/*/vote.json", { cwd: attempt })[0] ?? "";
    expect(json(join(attempt, votePath))).toMatchObject({
      voter_id: "alpha",
      voter_anon_id: "agent1",
      voted_for: "beta",
      voted_for_label: "agent2.1",
      voted_for_anon: "agent2",
      reason: "best supported",
      timestamp: expect.stringMatching(/^\d{8}_\d{6}_\d{6}$/),
      unix_timestamp: expect.any(Number),
      iteration: expect.any(Number),
      coordination_round: 1,
      available_options: ["alpha", "beta"],
      available_options_labels: ["agent1.1", "agent2.1"],
      answer_label_to_agent: { "agent1.1": "alpha", "agent2.1": "beta" },
      available_options_anon: ["agent1", "agent2"],
      agent_mapping: { agent1: "alpha", agent2: "beta" },
    });
    const mappings = json(join(attempt, "snapshot_mappings.json"));
    expect(Object.keys(mappings).toSorted()).toEqual([
      "agent1.1",
      "agent1.vote1",
      "agent2.1",
      "agent2.final",
      "agent2.vote1",
    ]);
    for (const { path } of Object.values(mappings))
      expect(existsSync(join(attempt, String(path)))).toBe(true);
    const history = json(join(attempt, "status.json"))["historical_workspaces"] as unknown as Record<
      string,
      string
    >[];
    const { timestamp } = history.find(({ agentId }) => agentId === "beta") ?? {};
    expect(history).toContainEqual({
      answerId: `beta-${timestamp}`,
      agentId: "beta",
      answerNumber: 0,
      answerLabel: "agent2.1",
      timestamp,
      workspacePath: join(attempt, "beta", String(timestamp), "workspace"),
    });
  });

  it("add up what the programs report, and nothing else", async () => {
    const { team, attempt } = await finishedPair();
    expect(team.status().costs).toEqual({
      total_input_tokens: 150,
      total_output_tokens: 10,
      total_estimated_cost: 0.75,
    });
    expect(team.status().agents.get("alpha")?.["token_usage"]).toEqual({});
    expect(json(join(attempt, "metrics_summary.json"))).toMatchObject({
      meta: { num_agents: 2, winner: "beta" },
      totals: {
        estimated_cost: 0.75,
        agent_cost: 0.75,
        subagent_cost: 0,
        input_tokens: 150,
        output_tokens: 10,
      },
      rounds: { total_rounds: 5, by_outcome: { answer: 2, vote: 2, presentation: 1 } },
    });
  });

  it("claim no cost when nobody reported one", async () => {
    const team = scriptedTeam({ alpha: ["A."] }, { skip_voting: true, skip_final_presentation: true });
    await team.run();
    expect(team.status().costs).toEqual({});
    expect(json(join(team.attempt(), "metrics_summary.json"))).toMatchObject({ totals: {} });
    expect(json(join(team.attempt(), "metrics_summary.json"))["totals"]).toEqual({});
  });

  it("tell the story in events.jsonl, a line each", async () => {
    const { attempt } = await finishedPair();
    const lines = readFileSync(join(attempt, "events.jsonl"), "utf8").trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line) as { event_type: string; agent_id?: string });
    expect(events[0]).toMatchObject({ event_type: "team_started", data: { agents: ["beta", "alpha"] } });
    expect(events.filter(({ event_type }) => event_type === "vote")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ event_type: "final_answer", agent_id: "beta" });
    // What MassGen's display looks for.
    const types = new Set(events.map(({ event_type }) => event_type));
    expect([...types]).toEqual(
      expect.arrayContaining(["round_start", "answer_submitted", "winner_selected"]),
    );
  });

  it("leave links, FIFOs and what can be made again out of the copies of an agent's files", async () => {
    const { copyWorkspace } = await import("../../src/record/copy-workspace.ts");
    const { temporaryDirectory } = await import("@retinue/testkit");
    const { execFileSync } = await import("node:child_process");
    const from = temporaryDirectory();
    const to = join(temporaryDirectory(), "copy");
    const script =
      "mkdir -p a/node_modules node_modules && echo x >a/file && ln -s /etc a/link && mkfifo fifo && echo y >node_modules/z";
    execFileSync("sh", ["-c", script], { cwd: from });
    expect(await copyWorkspace(from, to)).toEqual({ holdsAnything: true, leftOut: undefined });
    expect(globSync("**/*", { cwd: to }).toSorted()).toEqual(["a", "a/file"]);
    expect(await copyWorkspace(join(from, "absent"), join(to, "b"))).toMatchObject({ holdsAnything: false });
  });

  it("show that time goes on while nothing happens", async () => {
    const team = scriptedTeam({ alpha: ["A."] }, { skip_voting: true, skip_final_presentation: true });
    team.close("alpha", "answer");
    const run = team.run();
    await eventually("alpha", () => team.started().length === 1);
    const { elapsed_seconds = 0 } = team.status().meta;
    await eventually("a later status", () => (team.status().meta.elapsed_seconds ?? 0) > elapsed_seconds + 1);
    team.open("alpha", "answer");
    expect(await run).toMatchObject({ kind: "answered" });
    expect(team.status().coordination.completion_percentage).toBe(100);
  });
});
