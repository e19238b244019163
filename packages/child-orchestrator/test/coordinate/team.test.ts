import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { scriptedTeam, type Step } from "../scripted/scripted-team.ts";

describe("a team", () => {
  it("of one answers and is done, with the files, the phase and the state of any other", async () => {
    const team = scriptedTeam({ alpha: ["Only.", "Never asked for."] });
    expect(await team.run()).toMatchObject({ kind: "answered", answer: "Only.", how: "reused" });
    expect(team.started()).toEqual(["alpha_0"]);
    expect(team.output()).toBe("Only.");
    expect(readFileSync(join(team.attempt(), "final/alpha/answer.txt"), "utf8")).toBe("Only.");
    const { coordination, results, is_complete, finish_reason } = team.status();
    expect(coordination).toMatchObject({ phase: "presentation", completion_percentage: 100 });
    expect({ is_complete, finish_reason }).toEqual({ is_complete: true, finish_reason: "completed" });
    expect(results.winner).toBe("alpha");
  });

  it("of one votes for itself and presents where the configuration asks for both by name", async () => {
    const team = scriptedTeam(
      { alpha: ["First.", { vote: "agent1.1" }, "Final."] },
      { skip_voting: false, final_answer_strategy: "winner_present" },
    );
    expect(await team.run()).toMatchObject({
      kind: "answered",
      answer: "Final.",
      agentId: "alpha",
      how: "presented",
    });
    expect(team.output()).toBe("Final.");
    const { coordination, results, is_complete, finish_reason } = team.status();
    expect(coordination).toMatchObject({ phase: "presentation", completion_percentage: 100 });
    expect({ is_complete, finish_reason }).toEqual({ is_complete: true, finish_reason: "completed" });
    expect(results.winner).toBe("alpha");
    expect(results.final_answer_preview).toBe("Final.");
    expect(Object.fromEntries(results.votes)).toEqual({ "agent1.1": 1 });
  });

  it("of one in a quick run is asked once", async () => {
    const team = scriptedTeam(
      { alpha: ["Only."] },
      { max_new_answers_per_agent: 1, skip_voting: true, skip_final_presentation: true },
    );
    expect(await team.run()).toMatchObject({ kind: "answered", answer: "Only.", how: "reused" });
    expect(team.started()).toEqual(["alpha_0"]);
    expect(team.output()).toBe("Only.");
  });

  it("tells each agent its role, the task, what it may read and where it works", async () => {
    const team = scriptedTeam({ alpha: ["A."] }, { skip_voting: true, skip_final_presentation: true });
    const config = {
      ...team.config,
      agents: team.config.agents.map((agent) => ({ ...agent, system_message: "You are strict." })),
      orchestrator: {
        ...team.config.orchestrator,
        context_paths: [{ path: "script", permission: "read" as const }],
      },
    };
    await team.run({ config });
    const workspace = readdirSync(team.directory).find((name) => /^agent_1_[0-9a-f]{8}$/.test(name));
    expect(team.prompt("alpha_0")).toBe(
      [
        "You are strict.",
        "Review the repository.",
        `# Paths that you may read\n\n- ${team.directory}/script`,
        `# Your directory\n\n${team.directory}/${workspace}`,
      ]
        .join("\n\n")
        .concat("\nWrite files only there. Name those that matter by absolute path in your answer.\n"),
    );
    expect(team.status().meta["context_paths"]).toEqual([
      { path: `${team.directory}/script`, permission: "read" },
    ]);
  });

  it("of two: the one with more votes presents", async () => {
    const team = scriptedTeam({
      alpha: ["A.", { vote: "agent2.1" }],
      beta: ["B.", { vote: "agent2.1" }, "B, final."],
    });
    expect(await team.run()).toMatchObject({ agentId: "beta", answer: "B, final." });
    expect(team.started().toSorted()).toEqual(["alpha_0", "alpha_1", "beta_0", "beta_1", "beta_2"]);
  });

  it("of three: a tie goes to the first registered, whatever its label", async () => {
    const team = scriptedTeam(
      [
        ["gamma", ["G.", { vote: "agent3.1" }]],
        ["alpha", ["A.", { vote: "agent1.1" }]],
        ["beta", ["B.", { vote: "no such label" }, { vote: "no such label" }]],
      ],
      { defer_voting_until_all_answered: true, skip_final_presentation: true },
    );
    expect(await team.run()).toMatchObject({ agentId: "gamma", answer: "G." });
    const { agents, results } = team.status();
    expect([...agents.keys()]).toEqual(["gamma", "alpha", "beta"]);
    expect(agents.get("gamma")?.latest_answer_label).toBe("agent3.1");
    expect(Object.fromEntries(results.votes)).toEqual({ "agent3.1": 1, "agent1.1": 1 });
  });

  it("of ten is numbered alphabetically, and all are heard", async () => {
    const ids = ["j", "i", "h", "g", "f", "e", "d", "c", "b", "a"];
    const members = ids.map((id): [string, Step[]] => [id, [`${id}.`, { vote: "agent3.1" }, "never asked"]]);
    const team = scriptedTeam(members, {
      defer_voting_until_all_answered: true,
      skip_final_presentation: true,
    });
    expect(await team.run()).toMatchObject({ agentId: "c", answer: "c." });
    const { agents, results } = team.status();
    expect([...agents].map(([, { latest_answer_label }]) => latest_answer_label)).toEqual(
      ids.map((_, index) => `agent${10 - index}.1`),
    );
    expect(Object.fromEntries(results.votes)).toEqual({ "agent3.1": 10 });
  });

  it("keeps the order of registration for ids that look like integers", async () => {
    const members = ["10", "2", "1"].map((id): [string, Step[]] => [id, [`${id}.`]]);
    const team = scriptedTeam(members, { skip_voting: true, skip_final_presentation: true });
    expect(await team.run()).toMatchObject({ agentId: "10" });
    expect([...team.status().agents.keys()]).toEqual(["10", "2", "1"]);
  });

  it("goes on without an agent that fails, and says why it failed", async () => {
    const team = scriptedTeam({
      alpha: [{ stderr: "no key", exit: 7 }],
      beta: ["B.", { vote: "agent2.1" }, "B, final."],
    });
    const outcome = await team.run();
    expect(outcome).toMatchObject({ kind: "answered", answer: "B, final." });
    expect(outcome.failures).toEqual([
      { agentId: "alpha", message: expect.stringMatching(/exited with 7.*no key/) },
    ]);
    expect(team.status().agents.get("alpha")).toMatchObject({
      status: "error",
      answer_count: 0,
      error: { type: "error", message: expect.stringContaining("no key") },
    });
  });

  it("of which nobody answers fails with every reason, and writes no answer", async () => {
    const team = scriptedTeam({ alpha: [{ exit: 3 }], beta: [{ text: "" }] });
    const outcome = await team.run();
    expect(outcome).toMatchObject({
      kind: "failed",
      reason: expect.stringMatching(/no agent answered: alpha: .*exited with 3; beta: .*printed no answer/),
    });
    expect(team.output()).toBeUndefined();
    expect(team.status()).toMatchObject({ finish_reason: "error", is_complete: false });
  });

  it("shows an agent's files to the others as copies under a label", async () => {
    const team = scriptedTeam(
      {
        alpha: [{ text: "See result.txt", file: "made by alpha" }, { vote: "agent1.1" }],
        beta: ["B.", { vote: "agent1.1" }],
      },
      { defer_voting_until_all_answered: true, skip_final_presentation: true },
    );
    await team.run();
    const files = /agent1\.1\n> See result\.txt\nFiles: (\S+)/.exec(team.prompt("beta_1"))?.[1] ?? "";
    expect(files).toMatch(/\/temp\/log_[^/]+\/[0-9a-f]{8}\/agent1\.1$/);
    expect(readFileSync(`${files}/result.txt`, "utf8")).toBe("made by alpha");
    expect(team.prompt("alpha_1")).toContain("agent1.1 (yours)");
  });

  const steps: Step[] = ["An answer.", ...Array.from({ length: 3 }, () => ({ vote: "agent2.1" }))];
  const without = async (deferred: boolean) => {
    const team = scriptedTeam(
      { alpha: steps, beta: steps, gamma: steps },
      { defer_voting_until_all_answered: deferred, skip_final_presentation: true },
    );
    team.close("gamma", "answer");
    const run = team.run();
    await eventually("two answers", () => {
      const agents = team.attempt() === "" ? undefined : team.status().agents;
      return ["alpha", "beta"].every((id) => agents?.get(id)?.answer_count === 1);
    });
    const voting = () => team.started().some((round) => /^(alpha|beta)_1$/.test(round));
    return { team, run, voting };
  };

  it("with deferred voting lets nobody vote before all have answered", async () => {
    const { team, run, voting } = await without(true);
    expect(voting()).toBe(false);
    team.open("gamma", "answer");
    expect(await run).toMatchObject({ kind: "answered", agentId: "beta" });
    expect(team.status().agents.get("alpha")?.["times_restarted"]).toBe(0);
  });

  it("without it votes as soon as there is another's answer to judge", async () => {
    const { team, run, voting } = await without(false);
    await eventually("a vote without gamma", voting);
    team.open("gamma", "answer");
    expect(await run).toMatchObject({ kind: "answered", agentId: "beta" });
  });
});
