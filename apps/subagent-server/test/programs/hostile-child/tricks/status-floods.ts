import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownPath } from "../own-path.ts";
import type { Trick } from "../trick.ts";
import { statusTrick, writeStatus } from "../write-status.ts";

/** Just below what is read of a status. */
const long = 15_000_000;
const text = (length: number) =>
  "a long text of a hostile child, ".repeat(Math.ceil(length / 32)).slice(0, length);
const list = <T>(length: number, of: (index: number) => T) => Array.from({ length }, (_, index) => of(index));
const agentsOf = (length: number, of: (index: number) => object) =>
  Object.fromEntries(list(length, (index) => [`agent${index}`, of(index)]));
const answered = { status: "answered", answer_count: 1, latest_answer_label: "agent1.1" };
const gone = (index: number) => ({ agentId: "agent1", timestamp: `2099_${index}` });

/** Statuses that are long in one way each. */
const longs: readonly Trick[] = [
  statusTrick("long winner", 4, () => ({ results: { votes: {}, winner: text(long) } })),
  statusTrick("long preview", 3, () => ({ results: { votes: {}, final_answer_preview: text(long) } })),
  statusTrick("long question", 3, () => ({ meta: { question: text(long) } })),
  statusTrick("long phase", 3, () => ({ coordination: { phase: text(long) } })),
  statusTrick("long active agent", 3, () => ({ coordination: { active_agent: text(long) } })),
  statusTrick("long finish reason", 3, () => ({ finish_reason: text(long), is_complete: true })),
  statusTrick("long error of an agent", 3, () => ({
    agents: { agent1: { ...answered, error: text(long) } },
  })),
  statusTrick("long name of an agent", 4, () => ({ agents: { [text(long)]: answered } })),
  statusTrick("long label", 4, () => ({
    agents: { agent1: { ...answered, latest_answer_label: text(long) } },
  })),
  statusTrick("long status of an agent", 3, () => ({
    agents: { agent1: { ...answered, status: text(long) } },
  })),
  statusTrick("long agent of an answer", 4, () => ({ historical_workspaces: [{ agentId: text(long) }] })),
  statusTrick("long label of an answer", 4, () => ({
    historical_workspaces: [
      { agentId: "agent1", answerLabel: text(long), timestamp: "20260102_190132_000001" },
    ],
  })),
  statusTrick("long workspace of an answer", 4, () => ({
    historical_workspaces: [{ agentId: "agent1", workspacePath: `/${text(long)}` }],
  })),
  statusTrick("long timestamp", 4, () => ({
    historical_workspaces: [{ agentId: "agent1", timestamp: text(long) }],
  })),
  statusTrick("long warnings", 4, () => ({ warnings: list(30, () => text(long / 30)) })),
  statusTrick("long section nobody knows", 3, () => ({ [text(long)]: 1 })),
];

/** Statuses with many of something. */
const manys: readonly Trick[] = [
  { ...statusTrick("290,000 answers", 2, () => ({ historical_workspaces: list(290_000, gone) })), ending: 1 },
  {
    ...statusTrick("20,000 answers outside", 3, () => ({
      historical_workspaces: list(20_000, (index) => ({
        agentId: "agent1",
        workspacePath: `/outside/${index}`,
      })),
    })),
    ending: 1,
  },
  {
    ...statusTrick("60,000 answers, each of another agent", 2, () => ({
      historical_workspaces: list(60_000, (index) => ({ ...gone(index), agentId: `agent${index}` })),
    })),
    ending: 7,
  },
  {
    ...statusTrick("5,000 agents with long names", 3, () => ({
      agents: Object.fromEntries(list(5_000, (index) => [`${text(2_900)}${index}`, answered])),
    })),
    ending: 1,
  },
  statusTrick("30,000 agents", 2, () => ({ agents: agentsOf(30_000, () => answered) })),
  statusTrick("30,000 agents that failed", 2, () => ({
    agents: agentsOf(30_000, (index) => ({ ...answered, error: { message: `failed ${index}` } })),
  })),
  statusTrick("200,000 votes", 2, () => ({
    results: {
      winner: null,
      votes: Object.fromEntries(list(200_000, (index) => [`agent${index}.1`, index])),
    },
  })),
  statusTrick("100,000 damaged votes", 2, () => ({
    results: {
      winner: null,
      votes: Object.fromEntries(list(100_000, (index) => [`agent${index}.1`, "many"])),
    },
  })),
  statusTrick("100,000 warnings", 2, () => ({ warnings: list(100_000, (index) => `warning ${index}`) })),
  statusTrick("20,000 agents with numbers for names", 2, () => ({
    agents: Object.fromEntries(list(20_000, (index) => [String(20_000 - index), answered])),
  })),
];

/** How long it is written anew, milliseconds. */
const floodMs = 1_500;

function rewritten(name: string, write: (path: string, document: Buffer) => void): Trick {
  return {
    name: `status: ${name}`,
    weight: 4,
    answers: false,
    act(scene) {
      const path = ownPath(scene, join(scene.attempt, "status.json"));
      const document = readFileSync(path);
      const until = Date.now() + floodMs;
      while (Date.now() < until) write(path, document);
    },
  };
}

/** The same with nothing on disk, so that whoever looks for an answer goes through all that is named. */
function inVain(trick: Trick): Trick {
  return {
    ...trick,
    name: `${trick.name}, and nothing on disk`,
    ending: 1,
    act(scene) {
      rmSync(ownPath(scene, join(scene.attempt, "agent1")), { recursive: true, force: true });
      return trick.act(scene);
    },
  };
}

export const statusFloods: readonly Trick[] = [
  ...longs,
  ...longs.filter(({ name }) => /winner|name of an agent|of an answer|timestamp/.test(name)).map(inVain),
  ...manys.map(inVain),
  {
    name: "status: 17 MB",
    weight: 2,
    answers: false,
    act: (scene) => writeStatus(scene, JSON.stringify({ question: text(17_000_000) })),
  },
  rewritten("written in place all the time", (path, document) => writeFileSync(path, document)),
  rewritten("torn all the time", (path, document) => {
    writeFileSync(path, document.subarray(0, 40));
    writeFileSync(path, document);
  }),
];
