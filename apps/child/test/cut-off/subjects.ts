import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import type { VendorApi, VendorReply, VendorRequest } from "@retinue/testkit/vendor-api";
import { backendOf, keys, type Agent } from "../cli-agents/cli-parent.ts";
import { apis, modelAgent, type Api } from "../models/model-parent.ts";

/** When a run is cut off: while alpha gives its first answer, has given it and has not ended, or votes. */
export type Moment = "answer" | "exit" | "vote";

export const half = "Six times seven is, as far as I have come, ";
export const whole = "Forty-two, by all that I know.";
export const tokens = { inputTokens: 1000, outputTokens: 9 };

/** An agent of each kind. */
export interface Subject {
  readonly type: string;
  backend(moment: Moment, api: VendorApi): { readonly type: string };
  /** What its model's API says. */
  reply(moment: Moment, request: VendorRequest): VendorReply;
  readonly environment: Readonly<Record<string, string>>;
  /** The PATH of its runs; undefined: where the programs are. */
  path(moment: Moment): string | undefined;
  /** Whether it tells what a reply costs before it ends. */
  readonly countsAtOnce: boolean;
  /** Whether its count is the sign that its reply is whole, though it has not ended. */
  readonly countsWhenWhole?: boolean;
}

const isVote = ({ text }: VendorRequest) => text.includes("The labels to vote for");

/** The moments of a model that speaks: `stop` is how its reply stays unfinished. */
function spoken(moment: Moment, request: VendorRequest, stop: VendorReply, end: VendorReply): VendorReply {
  const isCut = moment === "answer" || (moment === "vote" && isVote(request));
  return isCut ? stop : end;
}

const answered = { text: whole, usage: tokens };
const unfinished = { text: half, usage: tokens, hang: true } as const;
const plan = { plan: [{ step: "Multiply", status: "in_progress" }] };
/** Codex hands on whole messages: one is over, its plan was made, and nothing comes of the next. */
const afterAMessage = ({ messages }: VendorRequest): VendorReply =>
  messages.at(-1)?.role === "tool"
    ? { hang: true }
    : { text: half, usage: tokens, toolCalls: [{ name: "update_plan", arguments: plan }] };

export function programOf(agent: Agent): Subject {
  return {
    type: { claude: "claude_code", codex: "codex", gemini: "gemini_cli" }[agent],
    backend: (_moment, api) => backendOf(agent, api),
    reply: (moment, request) =>
      spoken(moment, request, agent === "codex" ? afterAMessage(request) : unfinished, answered),
    environment: keys,
    path: (moment) => (moment === "exit" ? lingering(agent) : undefined),
    countsAtOnce: agent === "claude",
  };
}

/** A PATH on which the program says everything, and does not end. */
export function lingering(program: Agent): string {
  const directory = temporaryDirectory("retinue-lingering-");
  const real = installedProgram(program).path;
  const path = join(directory, program);
  writeFileSync(
    path,
    `#!/bin/sh\n"${real}" "$@"\ncase $1 in exec | --print | --output-format*) sleep 600 ;; esac\n`,
  );
  chmodSync(path, 0o755);
  return [directory, dirname(real), process.env["PATH"]].join(delimiter);
}

export function modelOf(type: Api): Subject {
  return {
    type,
    backend: (_moment, api) => modelAgent("alpha", type, api).backend,
    reply: (moment, request) =>
      spoken(moment, request, unfinished, moment === "exit" ? { ...answered, linger: true } : answered),
    environment: { [apis[type].key]: "test-key" },
    path: () => process.env["PATH"],
    countsAtOnce: type === "claude" || type === "gemini",
  };
}

const says = (text: string) => `printf '%s' '${text}'`;
const counts = `echo '{"usage": {"input_tokens": 1000, "output_tokens": 9}}' >"$RETINUE_REPLY_FILE"`;
const scripts: Readonly<Record<Moment, string>> = {
  answer: `${says(half)}; sleep 600`,
  exit: `${counts}; ${says(whole)}; sleep 600`,
  vote: `if [ "$RETINUE_STAGE" = vote ]; then ${says(half)}; sleep 600; fi; ${counts}; ${says(whole)}`,
};

/** A program, which counts at its end. */
export const command: Subject = {
  type: "command",
  backend: (moment) => ({ type: "command", command: ["sh", "-c", scripts[moment]] }) as { type: string },
  reply: () => ({ status: 500 }),
  environment: {},
  path: () => process.env["PATH"],
  countsAtOnce: false,
};
