import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parseOrchestratorStatus, type OrchestratorStatus } from "@retinue/status-model";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { scriptedTeam, type ScriptedTeam, type Step } from "../scripted/scripted-team.ts";

const fixtures = join(import.meta.dirname, "../fixtures/massgen-frames");

function framesOf(name: string): OrchestratorStatus[] {
  return readdirSync(join(fixtures, name)).map((file) => {
    const parsed = parseOrchestratorStatus(readFileSync(join(fixtures, name, file), "utf8"));
    if (!parsed.ok) throw new Error(parsed.problem);
    return parsed.status;
  });
}

interface VoteCast {
  voted_for_agent: string;
  voted_for_label: string;
}

/** What has to come as in MassGen; an agent's own status word does not, ours tells more. */
function shown({ coordination, agents, results }: OrchestratorStatus) {
  const { phase, active_agent, completion_percentage, is_final_presentation } = coordination;
  return {
    coordination: { phase, completion_percentage, is_final_presentation },
    // While a vote is written MassGen still names its voter, for a moment.
    active_agent: phase === "enforcement" ? undefined : active_agent,
    agents: [...agents].map(([id, { answer_count, latest_answer_label, vote_cast }]) => ({
      id,
      answer_count,
      latest_answer_label,
      voted_for: (vote_cast as VoteCast | null)?.voted_for_label ?? null,
    })),
    votes: Object.fromEntries(results.votes),
    winner: results.winner,
  };
}

/** What happened from one frame to the next: who answered, who voted for what. */
function happenings(frames: readonly OrchestratorStatus[]) {
  return frames.slice(1).map((frame, index) => {
    const before = frames[index]?.agents;
    return [...frame.agents].flatMap(([id, { answer_count, vote_cast }]) => {
      const earlier = before?.get(id);
      const answered = answer_count !== earlier?.answer_count;
      const voted = vote_cast !== null && earlier?.vote_cast === null;
      return answered ? [{ id, stage: "answer" }] : voted ? [{ id, stage: "vote" }] : [];
    });
  });
}

async function collectFrames(team: ScriptedTeam, until: Promise<unknown>): Promise<OrchestratorStatus[]> {
  const frames: OrchestratorStatus[] = [];
  const state = { ended: false };
  void until.then(() => (state.ended = true));
  let last = "";
  while (!state.ended) {
    await setImmediate();
    if (team.attempt() === "") continue;
    const status = team.status();
    const text = JSON.stringify(shown(status));
    if (text !== last) frames.push(status);
    last = text;
  }
  return frames;
}

describe("a team's status.json, step by step", () => {
  it.each(readdirSync(fixtures))("comes as in MassGen's run %s", async (name) => {
    const recorded = framesOf(name);
    const last = recorded.at(-1);
    const presented = last?.coordination.phase === "presentation";
    const ids = [...(last?.agents.keys() ?? [])];
    const members = ids.map((id): [string, Step[]] => {
      const cast = last?.agents.get(id)?.vote_cast as VoteCast | null | undefined;
      return [id, [`Answer of ${id}.`, { vote: cast?.voted_for_label ?? "agent1.1" }, `Presented by ${id}.`]];
    });
    const team = scriptedTeam(members, { defer_voting_until_all_answered: true });
    for (const id of ids) for (const stage of ["answer", "vote", "present"]) team.close(id, stage);
    const interruption = new AbortController();
    const run = team.run({ signal: interruption.signal });
    const collected = collectFrames(team, run);

    for (const [index, step] of happenings(recorded).entries()) {
      for (const { id, stage } of step) {
        team.open(id, stage);
        await eventually(`${id} to ${stage}`, () => {
          const agent = team.attempt() === "" ? undefined : team.status().agents.get(id);
          return stage === "answer" ? agent?.answer_count === 1 : agent?.vote_cast !== null;
        });
      }
      const frame = recorded[index + 1];
      const { phase } = frame?.coordination ?? {};
      await eventually(`frame ${index + 1}`, () => team.status().coordination.phase === phase);
    }
    if (presented) team.open(String(last.results.winner), "present");
    else interruption.abort();
    const outcome = await run;

    const ours = (await collected).map(shown);
    let from = 0;
    for (const frame of recorded.map(shown)) {
      const at = ours.findIndex(
        (own, index) => index >= from && JSON.stringify(own) === JSON.stringify(frame),
      );
      expect(ours.slice(from), `after frame ${from}`).toContainEqual(frame);
      from = at + 1;
    }
    expect(outcome.kind).toBe(presented ? "answered" : "interrupted");
    expect(team.output()).toBe(presented ? `Presented by ${last.results.winner}.` : undefined);
  });
});
