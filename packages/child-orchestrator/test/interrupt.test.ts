import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import type { AgentBackend } from "@retinue/child-orchestrator";
import { scriptedTeam } from "./scripted/scripted-team.ts";

/** A team of two of which every agent stands before the gate of a stage. */
async function interruptedIn(stage: "answer" | "vote" | "present") {
  const team = scriptedTeam(
    {
      alpha: [{ text: "A.", usage: { input_tokens: 5 } }, { vote: "agent2.1" }],
      beta: ["B.", { vote: "agent2.1" }, "B, final."],
    },
    { defer_voting_until_all_answered: true },
  );
  team.close("beta", stage);
  const interruption = new AbortController();
  const run = team.run({ signal: interruption.signal });
  const round = { answer: "beta_0", vote: "beta_1", present: "beta_2" }[stage];
  await eventually(`${stage} of beta`, () => team.started().includes(round));
  // Alpha is through with its part of the stage.
  await eventually("alpha", () => {
    const alpha = team.status().agents.get("alpha");
    return stage === "answer"
      ? alpha?.answer_count === 1
      : stage === "vote"
        ? alpha?.vote_cast !== null
        : true;
  });
  const pid = Number(readFileSync(join(team.directory, "script", `${round}.started`), "utf8"));
  interruption.abort();
  return { team, outcome: await run, pid };
}

describe("an interrupted run", () => {
  it.each(["answer", "vote", "present"] as const)(
    "in stage %s keeps what there is and presents nothing",
    async (stage) => {
      const { team, outcome, pid } = await interruptedIn(stage);
      expect(outcome).toMatchObject({
        kind: "interrupted",
        reason: expect.stringContaining("interrupted in phase"),
      });
      expect(team.output()).toBeUndefined();
      expect(() => process.kill(pid, 0)).toThrow("ESRCH");
      const { coordination, agents, results, finish_reason, is_complete, costs } = team.status();
      const phase = { answer: "initial_answer", vote: "enforcement", present: "presentation" }[stage];
      expect(coordination.phase).toBe(phase);
      expect(finish_reason).toBe("cancelled");
      // As MassGen has it: with a winner the team's work is done, whatever becomes of the presentation.
      expect(is_complete).toBe(stage === "present");
      expect(results.winner).toBe(stage === "present" ? "beta" : null);
      expect(agents.get("alpha")).toMatchObject({ answer_count: 1, error: null });
      expect(agents.get("beta")).toMatchObject({ answer_count: stage === "answer" ? 0 : 1, error: null });
      expect(costs).toEqual({ total_input_tokens: 5 });
    },
  );

  it("takes nothing for an answer that a program prints when it is interrupted", async () => {
    const team = scriptedTeam({ alpha: ["never used"] });
    const interruption = new AbortController();
    const script =
      'trap "echo half an answer; exit 0" INT; : >"$SCRIPT/ready.started"; while :; do sleep 0.05; done';
    const config = {
      ...team.config,
      agents: [{ id: "alpha", backend: { type: "command", command: ["sh", "-c", script] } }],
    };
    const run = team.run({ config, signal: interruption.signal });
    await eventually("the program", () => team.started().includes("ready"));
    interruption.abort();
    expect(await run).toMatchObject({ kind: "interrupted" });
    expect(team.status().agents.get("alpha")?.answer_count).toBe(0);
    // It is no answer, and not lost.
    expect(readFileSync(join(team.attempt(), ".drafts/alpha_0.md"), "utf8")).toBe("half an answer\n");
  });

  it.each(["answer", "vote"])("records %s that was whole when the stop came, and no other", async (stage) => {
    const team = scriptedTeam({ alpha: ["never used"], beta: ["never used"] });
    const interruption = new AbortController();
    const whole = (): AgentBackend => ({
      async respond(request, stop) {
        const { agentId, stage: asked } = request;
        const reply = { text: `${agentId}'s.` };
        const judged = { text: "", vote: { for: "agent1.1" } };
        if (asked !== stage) return reply;
        if (agentId === "beta") interruption.abort();
        else if (!stop.aborted) await once(stop, "abort");
        if (agentId === "alpha") return { text: "", failure: "stopped" };
        return asked === "vote" ? judged : reply;
      },
    });
    const agents = ["alpha", "beta"].map((id) => ({ id, backend: { type: "whole" } }));
    const outcome = await team.run({
      config: { ...team.config, agents },
      backends: { whole: async () => whole },
      signal: interruption.signal,
    });
    expect(outcome).toMatchObject({ kind: "interrupted" });
    const { agents: known, results } = team.status();
    const counts = ["alpha", "beta"].map((id) => known.get(id)?.answer_count);
    expect(counts).toEqual(stage === "answer" ? [0, 1] : [1, 1]);
    expect(Object.fromEntries(results.votes)).toEqual(stage === "answer" ? {} : { "agent1.1": 1 });
    expect(known.get("alpha")?.error).toBeNull();
  });
});

describe("a run whose logs vanish", () => {
  it("fails, with the other agents' programs stopped", async () => {
    const team = scriptedTeam({ alpha: ["A."], beta: ["B."] });
    team.close("alpha", "answer");
    team.close("beta", "answer");
    const run = team.run();
    await eventually("both", () => team.started().length === 2);
    const pid = Number(readFileSync(join(team.directory, "script/beta_0.started"), "utf8"));
    rmSync(join(team.directory, "logs"), { recursive: true });
    writeFileSync(join(team.directory, "logs"), "in the way");
    team.open("alpha", "answer");
    await expect(run).rejects.toThrow("ENOTDIR");
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(team.output()).toBeUndefined();
  });
});
