import { parseOrchestratorStatus } from "@retinue/status-model";
import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { selectAnswer } from "../../src/index.ts";
import { answer, pairStatus } from "../run-directory.ts";

function selected(status: object | string): string[] {
  const parsed = parseOrchestratorStatus(typeof status === "string" ? status : JSON.stringify(status));
  if (!parsed.ok) throw new Error(parsed.problem);
  return selectAnswer(parsed.status).map(
    ({ agentId, label, reason, votes }) => `${agentId} ${label ?? "-"} ${reason} ${votes}`,
  );
}

const votes = (counted: Record<string, number>, winner: string | null = null) =>
  pairStatus({ results: { votes: counted, winner } });

describe("order of preference", () => {
  test(`the winner, then votes, then registration ${verifies("ORDER-REGISTRATION")}`, () => {
    const status = {
      agents: {
        delta: { answer_count: 1 },
        gamma: { answer_count: 1 },
        beta: { answer_count: 1 },
        alpha: { answer_count: 1 },
      },
      historical_workspaces: ["alpha", "beta", "gamma", "delta"].map((id, n) =>
        answer(id, `agent${n + 1}.1`, n),
      ),
      results: { votes: { "agent2.1": 1 }, winner: "alpha" },
    };
    expect(selected(status)).toEqual([
      "alpha agent1.1 winner 0",
      "beta agent2.1 votes 1",
      "delta agent4.1 first 0",
      "gamma agent3.1 first 0",
    ]);
  });

  test(`a tie goes to the one registered first ${verifies("RECOVER-VOTING", "ORDER-REGISTRATION")}`, () => {
    expect(selected(votes({ "agent1.1": 1, "agent2.1": 1 }))).toEqual([
      "beta agent2.1 votes 1",
      "alpha agent1.1 votes 1",
    ]);
  });

  test(`integer-like names keep their order ${verifies("ORDER-REGISTRATION")}`, () => {
    const status =
      '{"agents": {"10": {"answer_count": 1}, "b": {"answer_count": 1}, "2": {"answer_count": 1}}}';
    expect(selected(status)).toEqual(["10 - first 0", "b - first 0", "2 - first 0"]);
  });

  test("an agent without an answer is no candidate", () => {
    const status = { agents: { beta: { answer_count: 0 }, alpha: { answer_count: 1 } } };
    expect(selected(status)).toEqual(["alpha - first 0"]);
    expect(selected({})).toEqual([]);
  });

  test("the winner may be named by its label", () => {
    expect(selected(votes({}, "agent1.1"))[0]).toBe("alpha agent1.1 winner 0");
  });
});

describe("votes", () => {
  test(`are mapped by historical_workspaces, not by number ${verifies("VOTES-LABELS")}`, () => {
    const status = pairStatus({
      historical_workspaces: [answer("beta", "agent1.1", 1), answer("alpha", "agent2.1", 2)],
      results: { votes: { "agent2.1": 2, "agent1.1": 1 } },
    });
    expect(selected(status)).toEqual(["alpha agent2.1 votes 2", "beta agent1.1 votes 1"]);
  });

  test(`of several labels of one agent add up ${verifies("VOTES-PER-AGENT")}`, () => {
    const status = pairStatus({
      historical_workspaces: [
        answer("alpha", "agent1.1", 1),
        answer("beta", "agent2.1", 2),
        answer("alpha", "agent1.2", 3),
      ],
      results: { votes: { "agent2.1": 2, "agent1.1": 1, "agent1.2": 2 } },
    });
    expect(selected(status)).toEqual(["alpha agent1.2 votes 3", "beta agent2.1 votes 2"]);
  });

  test(`for a replaced label alone still count ${verifies("VOTES-PER-AGENT")}`, () => {
    const status = pairStatus({
      historical_workspaces: [answer("alpha", "agent1.1", 1), answer("alpha", "agent1.2", 3)],
      results: { votes: { "agent1.1": 1 } },
    });
    expect(selected(status)[0]).toBe("alpha agent1.2 votes 1");
  });

  test(`by agent id count as well ${verifies("VOTES-BY-ID")}`, () => {
    expect(selected(votes({ alpha: 1, "agent1.1": 1, beta: 1 }))).toEqual([
      "alpha agent1.1 votes 2",
      "beta agent2.1 votes 1",
    ]);
  });

  test("for names that nobody has count for nobody", () => {
    expect(selected(votes({ "agent9.1": 5 }))).toEqual(["beta agent2.1 first 0", "alpha agent1.1 first 0"]);
  });

  test("are found by the latest label when historical_workspaces is lost", () => {
    const agents = {
      beta: { answer_count: 1, latest_answer_label: "agent2.1" },
      alpha: { answer_count: 1, latest_answer_label: "agent1.1" },
    };
    const status = { agents, historical_workspaces: "lost", results: { votes: { "agent1.1": 1 } } };
    expect(selected(status)[0]).toBe("alpha agent1.1 votes 1");
  });
});

test("agents that `agents` has lost follow in order of time", () => {
  expect(selected(pairStatus({ agents: null }))).toEqual(["alpha agent1.1 first 0", "beta agent2.1 first 0"]);
});
