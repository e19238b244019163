import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SpawnedSubagent } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import { eventually } from "@retinue/testkit";
import { expect } from "vitest";
import { parent, vendorApi } from "../cli-agents/cli-parent.ts";
import { draftOf } from "../programs/draft-of.ts";
import { half, tokens, whole, type Moment, type Subject } from "./subjects.ts";

export interface Situation {
  readonly subject: Subject;
  readonly size: 1 | 3;
  readonly moment: Moment;
  readonly how: "stopped" | "killed";
}

const vote = `if grep -q '^agent1\\.1'; then label=agent1.1; else label=agent2.1; fi; echo "{\\"vote\\": {\\"for\\": \\"$label\\"}}" >"$RETINUE_REPLY_FILE"`;
const mateAnswer = "Forty.";
const script = `if [ "$RETINUE_STAGE" = vote ]; then ${vote}; else echo ${mateAnswer}; fi`;
/** They answer at once, and vote for alpha where it has answered, else for beta. */
const mates = ["beta", "gamma"].map((id) => ({
  id,
  backend: { type: "command", command: ["sh", "-c", script] },
}));

/** What a draft has of a text at the least: the last word may have been the beginning of a key. */
const beginning = (text: string) => text.trimEnd().replace(/ \S+$/, "");

/** Cuts a run off and says, in words, what it came back with. Fails where it lost more than it may. */
export async function cutOff({ subject, size, moment, how }: Situation): Promise<string> {
  const api = await vendorApi({ respond: (request) => subject.reply(moment, request) });
  const path = subject.path(moment);
  const manager = parent({
    agents: [{ id: "alpha", backend: subject.backend(moment, api) }, ...(size === 3 ? mates : [])],
    environment: subject.environment,
    ...(path !== undefined && { path }),
    coordination: { subagent_orchestrator: { enabled: true } },
  });
  const run = await manager.spawn({ task: "What is six times seven?", subagent_id: "a" });
  const round = moment === "vote" ? 1 : 0;
  const said = beginning(moment === "exit" ? whole : half);
  const what = `${subject.type}, team of ${size}, ${moment}, ${how}`;
  await eventually(`${what}: its words`, () => draftOf(run, round).startsWith(said), 240);
  const ended = round;
  const isCounted = moment === "exit" ? subject.countsWhenWhole === true : subject.countsAtOnce;
  const counted = ended + (isCounted ? 1 : 0);
  await eventually(
    `${what}: votes and costs`,
    () => votesOf(run) === size - 1 && inputOf(run) >= counted * tokens.inputTokens,
    120,
  );
  if (how === "killed") process.kill(processOf(run), "SIGKILL");
  else void manager.cancel("a");
  const result = await run.result;
  const sent = subject.type === "command" ? (moment === "answer" ? 0 : 1) : api.counted;
  expectCounted(what, result, { ended, sent });
  return found(what, result);
}

/** At most one event's tokens are lost, and none of a round that has ended. */
function expectCounted(what: string, { token_usage }: SubagentResult, { ended = 0, sent = 0 }): void {
  const counted = (token_usage.input_tokens ?? 0) / tokens.inputTokens;
  const possible = [sent - 1, sent].filter((events) => events >= ended);
  expect({ what, counted, isPossible: possible.includes(counted) }).toMatchObject({ isPossible: true });
}

function found(what: string, { answer, answer_source, warning = "" }: SubagentResult): string {
  const { reason, agent_id } = answer_source ?? {};
  if (reason !== "draft") {
    expect({ what, answer, warning }).toMatchObject({ answer: agent_id === "alpha" ? whole : mateAnswer });
    return agent_id === "alpha" ? "its answer" : "the best answer";
  }
  expect({ what, agent_id, warning }).toMatchObject({
    agent_id: "alpha",
    warning: expect.stringContaining("unfinished draft"),
  });
  const said = [half, whole].find((text) => text.startsWith(answer ?? "-"));
  expect({ what, answer, said }).toMatchObject({ said: expect.any(String) });
  expect(answer).toContain(beginning(said ?? ""));
  return "its draft";
}

interface Status {
  readonly results: { readonly votes: Readonly<Record<string, number>> };
  readonly costs: { readonly total_input_tokens?: number };
}

const statusOf = ({ statusFile }: SpawnedSubagent) => JSON.parse(readFileSync(statusFile, "utf8")) as Status;

function votesOf(run: SpawnedSubagent): number {
  return Object.values(statusOf(run).results.votes).reduce((sum, votes) => sum + votes, 0);
}

function inputOf(run: SpawnedSubagent): number {
  return statusOf(run).costs.total_input_tokens ?? 0;
}

function processOf({ statusFile }: SpawnedSubagent): number {
  return JSON.parse(readFileSync(join(statusFile, "../../run.json"), "utf8")).runs[0].process.pid;
}
