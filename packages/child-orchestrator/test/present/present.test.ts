import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { scriptedTeam, type Step } from "../scripted/scripted-team.ts";

const pair = (last: Step[] = []): Record<string, Step[]> => ({
  alpha: ["A.", { vote: "agent2.1" }],
  beta: ["B.", { vote: "agent2.1" }, ...last],
});

describe("the final answer", () => {
  it("is written by the winner by default and with winner_present", async () => {
    for (const final_answer_strategy of [null, "winner_present"]) {
      const team = scriptedTeam(pair(["B, final."]), { final_answer_strategy });
      expect(await team.run()).toMatchObject({ answer: "B, final.", how: "presented" });
      expect(team.prompt("beta_2")).toMatch(/The team chose your answer/);
    }
  });

  it("is the winner's as it is with winner_reuse and with skip_final_presentation", async () => {
    for (const option of [{ final_answer_strategy: "winner_reuse" }, { skip_final_presentation: true }]) {
      const team = scriptedTeam(pair(), option);
      expect(await team.run()).toMatchObject({ answer: "B.", how: "reused", agentId: "beta" });
      expect(team.started()).not.toContain("beta_2");
    }
  });

  it("is made by the winner from all answers with synthesize", async () => {
    const team = scriptedTeam(pair(["Both."]), { final_answer_strategy: "synthesize" });
    expect(await team.run()).toMatchObject({ answer: "Both.", how: "synthesized", agentId: "beta" });
    expect(team.prompt("beta_2")).toMatch(
      /agent1\.1\n> A\.[^]*agent2\.1 \(yours\)\n> B\.[^]*from all the answers/,
    );
  });

  it(`of a quick team comes from the first answers straight to the presenter, without a vote ${verifies("QUICK-STRAIGHT")}`, async () => {
    const team = scriptedTeam(
      { alpha: ["A.", "Both."], beta: ["B."] },
      {
        max_new_answers_per_agent: 1,
        disable_injection: true,
        defer_voting_until_all_answered: true,
        final_answer_strategy: "synthesize",
        skip_final_presentation: true,
      },
    );
    expect(await team.run()).toMatchObject({ answer: "Both.", how: "synthesized", agentId: "alpha" });
    expect(team.started().toSorted()).toEqual(["alpha_0", "alpha_1", "beta_0"]);
    expect(team.status().results.votes.size).toBe(0);
  });

  it("is the presenter's earlier answer when it fails to present", async () => {
    const team = scriptedTeam(pair([{ exit: 1, stderr: "out of quota" }]));
    const outcome = await team.run();
    expect(outcome).toMatchObject({ kind: "answered", answer: "B.", how: "reused" });
    expect(outcome.failures).toEqual([{ agentId: "beta", message: expect.stringContaining("out of quota") }]);
    expect(team.output()).toBe("B.");
    expect(team.status().other["warnings"]).toEqual([
      "agent beta: failed as the presenter: its answer is used as it was",
    ]);
  });

  it("leaves an older output file alone when there is none", async () => {
    const team = scriptedTeam({ alpha: [{ exit: 1 }] });
    const { writeFileSync } = await import("node:fs");
    writeFileSync(`${team.directory}/answer.txt`, "of an earlier run");
    expect(await team.run()).toMatchObject({ kind: "failed" });
    expect(team.output()).toBe("of an earlier run");
  });
});
