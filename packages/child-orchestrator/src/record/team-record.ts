import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomic } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { now, type AgentState, type Answer, type TeamState, type Vote } from "../prepare/team-state.ts";
import { copyWorkspace } from "./copy-workspace.ts";
import { appendEvent, type TeamEvent } from "./event-log.ts";
import { replaceFile } from "./replace-file.ts";
import { makeSnapshotDirectory } from "./snapshot-directory.ts";
import { writeSnapshotMappings, type SnapshotMapping } from "./snapshot-mappings.ts";
import { writeStatus, writeStatusIfPossible } from "./status-file.ts";
import { voteDocument } from "./vote-document.ts";

// What of an answer goes into events.jsonl, for those who look on: as MassGen cuts it, and what a screen holds.
const SHOWN_ANSWER = 500;
const SHOWN_FINAL = 10_000;

/** Changes the team's state and what is on disk of it: snapshot first, then status.json. */
export interface TeamRecord {
  readonly team: TeamState;
  /** Says that the state has changed otherwise: writes the event and status.json. */
  changed(event: TeamEvent, agent?: AgentState, data?: Record<string, unknown>): void;
  /** Says the same within a quarter of a second, however often it is called: what an agent has cost by now, for one. */
  changedSoon(): void;
  /** Something that changes nothing of the state: only the event. */
  happened(event: TeamEvent, agent: AgentState, data: Record<string, unknown>): void;
  /** Something went wrong that fails nobody; status.json says it among its `warnings`. */
  problem(agent: AgentState, problem: string): void;
  answer(agent: AgentState, text: string): Promise<Answer>;
  /** @param shown Labels that the voter was shown, by agent id. */
  vote(agent: AgentState, vote: Vote, shown: ReadonlyMap<string, string>): void;
  final(agent: AgentState, text: string): void;
}

const soonMilliseconds = 250;

export function teamRecord(team: TeamState): TeamRecord {
  const { attemptDirectory } = team;
  const mappings: SnapshotMapping[] = [];
  let iteration = 0;

  const changed: TeamRecord["changed"] = (event, agent, data) => {
    iteration++;
    appendEvent(attemptDirectory, event, agent?.id, data);
    writeStatus(team);
  };
  let soon: NodeJS.Timeout | undefined;
  const writeSoon = () => {
    soon = undefined;
    writeStatusIfPossible(team);
  };
  const problem: TeamRecord["problem"] = (agent, text) => {
    if (!agent.problems.includes(text)) agent.problems.push(text);
    changed("problem", agent, { problem: text });
  };
  const map = (agent: AgentState, entry: Omit<SnapshotMapping, "agent_id" | "iteration" | "round">) => {
    mappings.push({ ...entry, agent_id: agent.id, iteration, round: roundOf(agent) });
    writeSnapshotMappings(attemptDirectory, mappings);
  };

  return {
    team,
    changed,
    changedSoon: () => void (soon ??= setTimeout(writeSoon, soonMilliseconds).unref()),
    happened: (event, agent, data) => appendEvent(attemptDirectory, event, agent.id, data),
    problem,
    async answer(agent, text) {
      const timestamp = makeSnapshotDirectory(attemptDirectory, agent.id);
      const path = `${agent.id}/${timestamp}/${logLayout.answer}`;
      writeFileAtomic(join(attemptDirectory, path), text);
      const label = `agent${agent.number}.${agent.answers.length + 1}`;
      const workspacePath = join(attemptDirectory, agent.id, timestamp, logLayout.workspace);
      const order = team.answers.length + 1;
      const copied = Promise.withResolvers<boolean>();
      const files = copied.promise;
      const answer: Answer = {
        agentId: agent.id,
        label,
        text,
        order,
        timestamp,
        at: now(),
        workspacePath,
        files,
      };
      agent.answers.push(answer);
      team.answers.push(answer);
      agent.lastActivity = answer.at;
      map(agent, { type: "answer", label, timestamp, path });
      changed("answer_submitted", agent, {
        label,
        answer_label: label,
        answer_number: agent.answers.length,
        content: text.slice(0, SHOWN_ANSWER),
      });
      // After the answer is safe and known: the copy may be long, and may fail without loss of the answer.
      copied.resolve(
        copyWorkspace(agent.workspace, workspacePath).then(
          ({ holdsAnything, leftOut }) => {
            if (leftOut !== undefined) problem(agent, leftOut);
            return holdsAnything;
          },
          (error: unknown) => {
            problem(agent, `its files could not be copied: ${String(error)}`);
            return false;
          },
        ),
      );
      await files;
      return answer;
    },
    vote(agent, vote, shown) {
      const timestamp = makeSnapshotDirectory(attemptDirectory, agent.id);
      const path = `${agent.id}/${timestamp}/${logLayout.vote}`;
      const document = voteDocument(team, agent, vote, {
        timestamp,
        iteration,
        round: roundOf(agent),
        shown,
      });
      writeFileAtomic(join(attemptDirectory, path), `${JSON.stringify(document, undefined, 2)}\n`);
      const count = mappings.filter(({ type, agent_id }) => type === "vote" && agent_id === agent.id).length;
      const label = `agent${agent.number}.vote${count + 1}`;
      agent.vote = vote;
      agent.lastActivity = vote.at;
      if (team.phase === "initial_answer") team.phase = "enforcement";
      const { forAgent: voted_for, forLabel: voted_for_label } = vote;
      map(agent, { type: "vote", label, timestamp, path, voted_for, voted_for_label });
      changed("vote", agent, { for: voted_for_label, voted_for_label, target_id: voted_for });
    },
    final(agent, text) {
      const path = `${logLayout.final}/${agent.id}/${logLayout.answer}`;
      mkdirSync(join(attemptDirectory, logLayout.final, agent.id), { recursive: true });
      // The output file, which is written next, is the durable one.
      replaceFile(join(attemptDirectory, path), text);
      team.finalAnswer = text;
      map(agent, { type: "final_answer", label: `agent${agent.number}.final`, timestamp: "final", path });
      changed("final_answer", agent, { content: text.slice(0, SHOWN_FINAL) });
    },
  };
}

function roundOf(agent: AgentState): number {
  return agent.rounds.at(-1)?.number ?? 0;
}
