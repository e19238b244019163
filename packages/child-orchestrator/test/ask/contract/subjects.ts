import { dirname, join } from "node:path";
import { installedProgram, type ProgramName } from "@retinue/testkit";
import type { VendorReply, VendorRequest } from "@retinue/testkit/vendor-api";

/** What an agent is at. */
export type Moment = "answer" | "vote" | "hang" | "fail";

/** A key that no reply may show. */
export const secret = "sk-of-the-contract";
export const usage = { inputTokens: 1000, outputTokens: 50 };

/** A backend under the contract. */
export interface Subject {
  readonly name: string;
  /** The program that it needs. */
  readonly needs?: ProgramName;
  /** Its configuration, for one whose model's API stands at `url`. */
  backend(moment: Moment, url: string, log: string): { readonly type: string };
  /** Whether it hands on words before a message is whole. */
  readonly inPieces: boolean;
}

const ballot = { vote: "agent2.1", reason: "says most", new_answer: null };

/** What the model of each says. */
export function modelReply(moment: Moment, { tools }: VendorRequest): VendorReply {
  // A title, beside the turn.
  if (tools.length === 0 && moment !== "fail") return { text: "A title" };
  switch (moment) {
    case "answer":
      return { text: "The answer is 42.", usage };
    case "hang":
      return { text: "Half of it ", usage, hang: true };
    case "fail":
      return { status: 400, message: `no such thing as ${secret}` };
    case "vote":
  }
  const has = (name: string) => tools.some((tool) => tool.name === name);
  if (has("vote"))
    return { toolCalls: [{ name: "vote", arguments: { agent_id: "agent2.1", reason: "says most" } }], usage };
  return has("StructuredOutput")
    ? { toolCalls: [{ name: "StructuredOutput", arguments: ballot }], usage }
    : { text: JSON.stringify(ballot), usage };
}

const command = {
  answer: `echo 'The answer is 42.'; echo '{"usage": {"input_tokens": 1000}}' > $RETINUE_REPLY_FILE`,
  vote: `echo '{"vote": {"for": "agent2.1", "reason": "says most"}}' > $RETINUE_REPLY_FILE`,
  hang: "printf 'Half of it '; sleep 600",
  fail: `echo 'no such thing as ${secret}' >&2; exit 3`,
} as const;

const scripted = { answer: "contract", vote: "vote", hang: "cancel-honestly", fail: "no-part" } as const;
const agent = join(import.meta.dirname, "../acp/programs/scripted-agent.ts");

const model = (type: string, version: string): Subject => ({
  name: type,
  backend: (_moment, url) =>
    ({ type, model: "model-1", base_url: `${url}${version}`, max_retries: 0 }) as const,
  inPieces: true,
});

const program = (
  needs: ProgramName,
  backend: { readonly type: string; readonly agent?: string; readonly model: string },
  version: string,
): Subject => ({
  name: backend.agent === undefined ? backend.type : `acp ${backend.agent}`,
  needs,
  backend: (_moment, url) => ({
    ...backend,
    base_url: `${url}${version}`,
    ...(needs.startsWith("claude") && { env: { CLAUDE_CODE_MAX_RETRIES: "0" } }),
  }),
  inPieces: backend.type !== "codex",
});

const [sonnet, gpt, gemini] = ["claude-sonnet-4-5", "gpt-5.4", "gemini-2.5-pro"] as const;

/** Every kind of backend that there is; `acp` by any program and by one that is known. */
export const subjects: readonly Subject[] = [
  {
    name: "command",
    backend: (moment) => ({ type: "command", command: ["sh", "-c", command[moment]] }),
    inPieces: true,
  },
  {
    name: "acp any program",
    backend: (moment, _url, log) => ({
      type: "acp",
      command: [process.execPath, agent, scripted[moment], log],
    }),
    inPieces: true,
  },
  model("openai", "/v1"),
  model("chatcompletion", "/v1"),
  model("claude", ""),
  model("gemini", ""),
  program("claude", { type: "claude_code", model: sonnet }, ""),
  program("codex", { type: "codex", model: gpt }, "/v1"),
  program("gemini", { type: "gemini_cli", model: gemini }, ""),
  program("claude-agent-acp", { type: "acp", agent: "claude-agent-acp", model: sonnet }, ""),
  program("gemini", { type: "acp", agent: "gemini", model: gemini }, ""),
];

/** A PATH on which the programs are. */
export const programs = [
  ...new Set(
    subjects.flatMap(({ needs }) => (needs === undefined ? [] : [dirname(installedProgram(needs).path)])),
  ),
  process.env["PATH"] ?? "",
].join(":");
