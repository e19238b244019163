import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { modelAgent, modelTeam, modelTypes, quick, vendorApi } from "./model-team.ts";

const call = (name: string, args: Record<string, unknown>) => ({ name, arguments: args });
const answer = (content: string) => call("new_answer", { content });

describe.each(modelTypes)("%s", (type) => {
  it("takes plain text for an answer, also what was said before an empty last message", async () => {
    const api = await vendorApi({
      steps: [
        { reply: { text: "It is 42.", toolCalls: [call("write_file", { path: "a.txt", content: "42" })] } },
        { reply: {} },
      ],
    });
    const { outcome, status } = await modelTeam([modelAgent("alpha", type, api)], quick);
    expect(outcome).toMatchObject({ kind: "answered", answer: "It is 42." });
    expect(status.other["warnings"]).toContainEqual(expect.stringContaining("its last message was empty"));
    api.assertConsumed();
    const [, second] = api.requests;
    expect(second?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
    expect(second?.messages[2]?.text).toBe("It is 42.");
  });

  it("writes the files of a turn before its answer counts", async () => {
    const api = await vendorApi({
      steps: [
        {
          reply: {
            toolCalls: [call("write_file", { path: "deep/a.txt", content: "42" }), answer("See a.txt.")],
          },
        },
      ],
    });
    const { outcome, status, attempt } = await modelTeam([modelAgent("alpha", type, api)], quick);
    expect(outcome).toMatchObject({ kind: "answered", answer: "See a.txt." });
    const [{ timestamp = "" } = {}] = status.historical_workspaces;
    expect(existsSync(join(attempt, "alpha", timestamp, "workspace/deep/a.txt"))).toBe(true);
  });

  it("says that a reply was cut at its greatest length", async () => {
    const cut = { text: "Forty-", finish: "length" } as const;
    const api = await vendorApi({ steps: [{ reply: { toolCalls: [answer("42")] } }, { reply: cut }] });
    const rules = { ...quick, skip_final_presentation: false };
    const { outcome, status } = await modelTeam([modelAgent("alpha", type, api)], rules);
    expect(outcome).toMatchObject({ kind: "answered", answer: "Forty-" });
    expect(status.other["warnings"]).toContainEqual(
      expect.stringContaining("its reply was cut at the limit of its length: raise max_tokens"),
    );
  });

  it("takes no text for an answer that a call may have been cut off from", async () => {
    const api = await vendorApi({ respond: () => ({ text: "Forty-", finish: "length" }) });
    const { outcome } = await modelTeam([modelAgent("alpha", type, api)], quick);
    // Gemini's alone does not show a call that was cut.
    expect(outcome).toMatchObject(
      type === "gemini" ? { kind: "failed" } : { kind: "answered", answer: "Forty-" },
    );
  });
});

it("votes as MassGen's models do: for agent2, and only when asked for one", async () => {
  const api = await vendorApi({
    respond: ({ tools }) => {
      const names = tools.map(({ name }) => name);
      if (!names.includes("vote")) return { toolCalls: [answer("A.")] };
      return names.includes("new_answer")
        ? { toolCalls: [call("vote", { agent_id: "agent2", reason: "shorter" })] }
        : { toolCalls: [call("vote", { agent_id: "agent1.1", reason: "only votes are left" })] };
    },
  });
  const { status } = await modelTeam(
    [modelAgent("alpha", "chatcompletion", api), modelAgent("beta", "claude", api)],
    { max_new_answers_per_agent: 2, skip_final_presentation: true, defer_voting_until_all_answered: true },
  );
  expect(Object.fromEntries(status.results.votes)).toEqual({ "agent2.1": 2 });
  expect(status.results.winner).toBe("beta");
  const ballots = api.requests.flatMap(({ body }) => JSON.stringify(body).match(/"enum":\[[^\]]*\]/g) ?? []);
  expect(ballots).toEqual(['"enum":["agent1.1","agent2.1"]', '"enum":["agent1.1","agent2.1"]']);
});

it("cannot vote before there is anything to vote for", async () => {
  const vote = call("vote", { agent_id: "agent1.1", reason: "first" });
  const api = await vendorApi({ steps: [{ reply: { toolCalls: [vote] } }, { reply: { text: "A." } }] });
  const { outcome } = await modelTeam([modelAgent("alpha", "claude", api)], quick);
  expect(outcome).toMatchObject({ kind: "answered", answer: "A." });
  expect(api.requests[1]?.last).toBe("error: there is nothing to vote for now");
});

it("may write its vote down instead of calling it", async () => {
  const api = await vendorApi({
    steps: [
      { reply: { text: "A." } },
      // An answer may be about votes.
      { reply: { text: 'Better: {"vote": "for the others", "reason": "none"}' } },
      { reply: { text: '```json\n{"agent_id": "agent1.1", "reason": "mine"}\n```' } },
    ],
  });
  const { outcome, status } = await modelTeam([modelAgent("alpha", "chatcompletion", api)], {
    skip_voting: false,
    skip_final_presentation: true,
  });
  expect(outcome).toMatchObject({ kind: "answered", answer: expect.stringContaining("Better: ") });
  expect(status.agents.get("alpha")?.vote_cast).toMatchObject({ voted_for_label: "agent1.1" });
  api.assertConsumed();
});

it("is told to decide when its round's time is up, and has no more files to look into", async () => {
  let opened: () => void = () => {};
  const later = new Promise<void>((resolve) => (opened = resolve));
  const api = await vendorApi({
    steps: [
      { reply: { toolCalls: [call("list_directory", { path: "." })] }, after: later },
      {
        when: ({ last }) => last.startsWith("Your time is up"),
        reply: { toolCalls: [answer("As far as I got.")] },
      },
    ],
  });
  setTimeout(() => opened(), 4500);
  const { outcome } = await modelTeam([modelAgent("alpha", "openai", api)], quick, {
    timeouts: { initial_round_timeout_seconds: 3, round_timeout_grace_seconds: 60 },
  });
  expect(outcome).toMatchObject({ kind: "answered", answer: "As far as I got." });
  expect(api.requests[1]?.tools).toEqual([{ name: "new_answer" }]);
  api.assertConsumed();
});

it("ends with the grace of its round", async () => {
  const api = await vendorApi({ respond: () => ({ hang: true, text: "Well" }) });
  const { outcome, status } = await modelTeam([modelAgent("alpha", "gemini", api)], quick, {
    timeouts: { initial_round_timeout_seconds: 3, round_timeout_grace_seconds: 1 },
  });
  expect(outcome).toMatchObject({
    kind: "failed",
    reason: expect.stringMatching(/no reply within the round's 3 s .*what it had said, 4 characters, is in /),
  });
  expect(status.agents.get("alpha")?.error).toMatchObject({ type: "timeout" });
});
