import { dirname } from "node:path";
import type { VendorReply } from "@retinue/testkit/vendor-api";
import { describe, expect, test } from "vitest";
import {
  agents,
  backendOf,
  keys,
  noAgents,
  other,
  parent,
  skipped,
  vendorApi,
  type Agent,
} from "./cli-parent.ts";

interface Failure {
  readonly name: string;
  /** What the model's API says; undefined: it is never asked. */
  readonly reply?: VendorReply;
  readonly environment?: Readonly<Record<string, string>>;
  readonly path?: string;
  /** Seconds of the round. */
  readonly limit?: number;
  /** Those for which it takes long, and shows nothing more. */
  readonly onlyWhenLong?: readonly Agent[];
  readonly reason: RegExp;
  /** What had come of its answers; Codex tells of a message when it is whole. */
  readonly said?: RegExp;
}

type Team = Parameters<typeof parent>[0]["agents"];

const isLong = process.env["RETINUE_LONG"] === "1";

const late = /no reply within the round's 12 s/;
const unanswered = /got no answer from its model \(.+\): try again/;
const failures: readonly Failure[] = [
  { name: "429", reply: { status: 429 }, reason: /was rate-limited \(.*429.*\): wait, or give/ },
  { name: "500", reply: { status: 500 }, onlyWhenLong: ["gemini"], reason: unanswered },
  {
    name: "a stream that is cut",
    reply: { text: "Half of the", cut: "mid-stream" },
    reason: unanswered,
    said: /^Half of the(\n\nHalf of the)*$/,
  },
  { name: "a hang", reply: { hang: true }, limit: 12, reason: late },
  {
    // Each program tells its model, which makes it again. Gemini CLI gives up after some 12 s, by chance a little less.
    name: "a malformed tool call",
    reply: { malformedToolCall: { name: "read_file", arguments: '{"path": "x' } },
    limit: 12,
    reason:
      /no reply within the round's 12 s|gemini failed \(Model stream ended with malformed function call/,
  },
  { name: "no login", environment: {}, reason: /is not logged in \(.+\): run `/ },
  {
    name: "no program",
    // Node alone, for the engine.
    path: `${dirname(process.execPath)}:/bin`,
    reason: /is not installed, or not on the PATH: npm install -g @/,
  },
];

describe.skipIf(noAgents !== undefined)(`a command-line agent that fails${skipped}`, () => {
  test.for(failures)(
    "$name: another's answer and a warning; alone an error",
    { timeout: 500_000 },
    async ({ reply, environment = keys, path, limit, onlyWhenLong = [], reason, said }) => {
      const api = await vendorApi({ respond: () => reply });
      const coordination = {
        subagent_orchestrator: { enabled: true },
        ...(limit !== undefined && {
          subagent_round_timeouts: { initial_round_timeout_seconds: limit, round_timeout_grace_seconds: 1 },
        }),
      };
      const resultOf = async (team: Team) => {
        const manager = parent({
          agents: team,
          environment,
          coordination,
          ...(path !== undefined && { path }),
        });
        const { result } = await manager.spawn({ task: "Say something." }, { refine: false });
        return result;
      };
      const asked = agents.filter((agent) => isLong || !onlyWhenLong.includes(agent));
      const results = asked.map(async (agent) => {
        const failing = { id: "failing", backend: backendOf(agent, api) };
        // What happens to a team of one is the same for all.
        const alone = isLong || agent === "claude" ? resultOf([failing]) : undefined;
        const pair = await resultOf([failing, other]);
        return { agent, pair, alone: await alone };
      });
      for (const { agent, pair, alone } of await Promise.all(results)) {
        expect({ agent, ...pair }).toMatchObject({
          agent,
          status: "completed",
          answer: "The answer of the other.",
          warning: expect.stringMatching(reason),
        });
        expect(pair.warning).toContain("agent failing failed: ");
        if (alone === undefined) continue;
        expect({ agent, ...alone }).toMatchObject({
          agent,
          status: "error",
          error: expect.stringMatching(reason),
        });
        // What had come of an answer is none, and not lost.
        const isTold = said !== undefined && agent !== "codex";
        expect(alone.answer ?? "").toMatch(isTold ? said : /^$/);
      }
    },
  );
});
