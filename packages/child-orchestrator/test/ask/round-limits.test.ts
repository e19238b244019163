import { describe, expect, it } from "vitest";
import { scriptedTeam } from "../scripted/scripted-team.ts";

const quick = { skip_final_presentation: true, defer_voting_until_all_answered: true };

describe("a round's limit", () => {
  it("fails an agent that does not answer in time; the others go on", async () => {
    const team = scriptedTeam({ alpha: ["Too late."], beta: ["B.", { vote: "agent2.1" }] }, quick, {
      timeout_settings: { initial_round_timeout_seconds: 1, round_timeout_grace_seconds: 0.2 },
    });
    team.close("alpha", "answer");
    expect(await team.run()).toMatchObject({ kind: "answered", agentId: "beta", answer: "B." });
    expect(team.status().agents.get("alpha")).toMatchObject({
      status: "timeout",
      answer_count: 0,
      error: { type: "timeout", message: expect.stringMatching(/no reply within the round's 1 s/) },
    });
  });

  it("holds for later rounds by itself, and leaves the agent its answer", async () => {
    const team = scriptedTeam(
      { alpha: ["A.", { vote: "agent1.1" }] },
      { ...quick, skip_voting: false },
      { timeout_settings: { subsequent_round_timeout_seconds: 0.5, round_timeout_grace_seconds: 0 } },
    );
    team.close("alpha", "vote");
    expect(await team.run()).toMatchObject({ kind: "answered", agentId: "alpha", answer: "A." });
    expect(team.status().agents.get("alpha")).toMatchObject({
      status: "timeout",
      answer_count: 1,
      vote_cast: null,
    });
  });

  it("of none waits", async () => {
    const team = scriptedTeam(
      { alpha: ["A."] },
      { ...quick, skip_voting: true },
      {
        timeout_settings: { initial_round_timeout_seconds: null, subsequent_round_timeout_seconds: null },
      },
    );
    team.close("alpha", "answer");
    const run = team.run();
    await new Promise((wake) => setTimeout(wake, 300));
    team.open("alpha", "answer");
    expect(await run).toMatchObject({ kind: "answered" });
  });
});
