import { readFileSync } from "node:fs";
import type { SubagentManager } from "@retinue/runtime";
import { describe, expect, it } from "vitest";
import {
  agents,
  backendOf,
  noAgents,
  parent,
  skipped,
  vendorApi,
  type Agent,
} from "../cli-agents/cli-parent.ts";
import { apis, modelAgent, parentOf, type Api } from "../models/model-parent.ts";
import { command, half, modelOf, programOf, type Subject } from "../cut-off/subjects.ts";
import { isTold, slow, wrapUp } from "./slow-agents.ts";

/** Programs take seconds to start where much else runs: told after ten seconds of 60. */
const unhurried = { subagent_wrap_up_seconds: 50 };
const limits = { program: 60, other: 25 } as const;

/** Spawns a run that is told to finish after five seconds, or what is left of its limit. */
async function wrappedUp(manager: SubagentManager, timeoutSeconds: number = limits.other) {
  const spawned = await manager.spawn({
    task: "What is six times seven?",
    subagent_id: "a",
    timeout_seconds: timeoutSeconds,
  });
  return { spawned, result: await spawned.result };
}

/** What comes back of an agent that goes on, whatever it is told, until it is stopped. */
async function goesOn(subject: Subject, isProgram: boolean) {
  const { type } = subject;
  const api = await vendorApi({ respond: (request) => subject.reply("answer", request) });
  const manager = parent({
    agents: [{ id: "alpha", backend: subject.backend("answer", api) }],
    environment: subject.environment,
    coordination: isProgram ? unhurried : wrapUp,
  });
  const { result } = await wrappedUp(manager, isProgram ? limits.program : limits.other);
  const turns = (result.answer ?? "").split(/\n*\[its time was up: it was interrupted, [^\]]*\]\n*/);
  return { ...result, type, turns: turns.map((said) => said.trim()) };
}

const isWrappedUp = /wrapped up: the team was told to finish within \d+ s/;

const asFarAsItCame = {
  status: "partial",
  success: false,
  answer_source: { reason: "draft", agent_id: "alpha", finished: false },
  warning: expect.stringMatching(isWrappedUp),
};

const shortAnswer = {
  status: "completed",
  success: true,
  answer: "Forty-two, in short.",
  warning: expect.stringMatching(isWrappedUp),
};

describe.skipIf(noAgents !== undefined)(`a program that is too slow for its limit${skipped}`, () => {
  it("ends completed, with a short answer", async () => {
    await Promise.all(agents.map(endsInTime));
  });

  it("and ignores that is recovered as far as it came", async () => {
    const came = await Promise.all(agents.map(programOf).map((subject) => goesOn(subject, true)));
    for (const each of came) expect(each).toMatchObject(asFarAsItCame);
    // A program may have started too late to have said anything before it was interrupted.
    for (const { type, turns } of came)
      expect({ type, turns }).toEqual({ type, turns: turns.map(() => half.trim()) });
  });

  async function endsInTime(agent: Agent): Promise<void> {
    const api = await vendorApi(slow);
    const manager = parent({
      agents: [{ id: "alpha", backend: backendOf(agent, api) }],
      coordination: unhurried,
    });
    const { result } = await wrappedUp(manager, limits.program);
    expect(result).toMatchObject(shortAnswer);
    const told = api.requests.filter(isTold);
    // In its own session: it still knows its task.
    expect(told[0]?.text).toContain("What is six times seven?");
    expect(result.token_usage.output_tokens).toBeGreaterThanOrEqual(9);
  }
});

describe("a model or a program of yours that is too slow for its limit", () => {
  it("ends completed, with a short answer", async () => {
    await Promise.all([...(Object.keys(apis) as Api[]).map(modelEnds), ...[trap, again].map(commandEnds)]);
  });

  async function modelEnds(type: Api): Promise<void> {
    const api = await vendorApi(slow);
    const manager = parentOf([modelAgent("alpha", type, api)], undefined, wrapUp);
    const { result } = await wrappedUp(manager);
    expect(result).toMatchObject(shortAnswer);
    expect(api.requests.at(-1)?.tools.map(({ name }) => name)).toEqual(["new_answer"]);
  }

  const trap = "trap 'echo Forty-two, in short.; exit 0' INT; while :; do sleep 0.1; done";
  const again = 'if [ -n "$RETINUE_WRAP_UP" ]; then echo Forty-two, in short.; else sleep 600; fi';
  async function commandEnds(script: string): Promise<void> {
    const backend = { type: "command", command: ["sh", "-c", script] };
    const manager = parentOf([{ id: "alpha", backend }], undefined, wrapUp);
    expect((await wrappedUp(manager)).result).toMatchObject(shortAnswer);
  }

  it("and ignores that is recovered as far as it came", async () => {
    const subjects = [...(Object.keys(apis) as Api[]).map(modelOf), command];
    const came = await Promise.all(subjects.map((subject) => goesOn(subject, false)));
    for (const each of came)
      expect(each).toMatchObject({ ...asFarAsItCame, turns: [half.trim(), half.trim()] });
  });

  it("a team that votes is cut short: what there is so far decides, and is presented", async () => {
    const hang = 'case $RETINUE_STAGE in answer) echo "Answer of $RETINUE_AGENT_ID.";; *) sleep 600;; esac';
    const vote = `case $RETINUE_STAGE in answer) echo mine;; *) echo '{"vote":{"for":"agent2.1"}}' >"$RETINUE_REPLY_FILE";; esac`;
    const backend = (script: string) => ({ type: "command", command: ["sh", "-c", script] });
    const team = [
      { id: "a", backend: backend(hang) },
      { id: "b", backend: backend(hang) },
      { id: "c", backend: backend(vote) },
    ];
    const { spawned, result } = await wrappedUp(parentOf(team, undefined, wrapUp));
    expect(result).toMatchObject({ ...shortAnswer, answer: "Answer of b." });
    const status = JSON.parse(readFileSync(spawned.statusFile, "utf8")) as { agents: Record<string, object> };
    expect(Object.values(status.agents)).toMatchObject([{ error: null }, { error: null }, { error: null }]);
  });

  it("is told nothing where it is switched off, or in time", async () => {
    const backend = { type: "command", command: ["sh", "-c", "sleep 4; echo Done."] };
    const manager = parentOf([{ id: "alpha", backend }], undefined, { subagent_wrap_up_seconds: 0 });
    const { result } = await wrappedUp(manager, 6);
    expect(result).toMatchObject({ status: "completed", answer: "Done." });
    expect(result.warning).toBeUndefined();
  });
});
