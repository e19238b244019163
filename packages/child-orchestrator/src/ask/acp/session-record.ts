import type { ReplyDraft } from "../../contract/agent-backend.ts";
import type { AcpUsage } from "./acp-usage.ts";
import { sessionUpdateSchema, textOf, toolCallSchema, type ToolCallSeen } from "./session-update.ts";

export interface SessionRecordOptions {
  readonly program: string;
  readonly draft: Pick<ReplyDraft, "text" | "apart" | "tool">;
  readonly usage: AcpUsage;
  /** It sends more than anybody reads: called once. */
  readonly onFlood: () => void;
}

/** Of one program. A reply of a model has a few thousand pieces; what tools read and write comes beside it. */
const most = {
  said: 16 * 1024 * 1024,
  sent: 256 * 1024 * 1024,
  messages: 500_000,
  tools: 10_000,
} as const;

/** Before the first turn an agent may tell again what its session was. */
export type TurnState = "opening" | "turn" | "cancelled" | "over";

/**
 * What an agent really did, whatever it says of it: what belongs to the turn that is open, what came when none was
 * open, what was of another session, and what it left at work.
 */
export class SessionRecord {
  readonly #options: SessionRecordOptions;
  readonly #problems = new Set<string>();
  #sessionId: string | undefined;
  #state: TurnState = "opening";
  #text = "";
  #messageId: string | undefined;
  #said = 0;
  #sent = 0;
  #messages = 0;
  readonly #tools = new Map<string, ToolCallSeen>();
  /** Those of the open turn that have not ended. */
  readonly #atWork = new Map<string, string>();
  #left: readonly string[] = [];
  #hasFlooded = false;

  constructor(options: SessionRecordOptions) {
    this.#options = options;
  }

  get state(): TurnState {
    return this.#state;
  }

  get problems(): readonly string[] {
    return [...this.#problems];
  }

  /** What it has said in this turn since it last used a tool. */
  get text(): string {
    return this.#text;
  }

  /** Titles of the tools that it had begun in the turn that ended last, and not ended. */
  get leftAtWork(): readonly string[] {
    return this.#left;
  }

  problem(text: string): void {
    if (this.#problems.size < 20) this.#problems.add(`${this.#options.program} ${text}`);
  }

  /** Of its session, once it has been asked something in it. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  isOf(sessionId: string): boolean {
    return sessionId === this.#sessionId;
  }

  /** All that is known of a use of a tool: later updates tell only what is new. */
  toolCall(seen: ToolCallSeen): ToolCallSeen {
    const known = this.#tools.get(seen.toolCallId);
    const told = Object.entries(seen).filter(([, value]) => value !== null && value !== undefined);
    return { ...known, ...(Object.fromEntries(told) as ToolCallSeen) };
  }

  begin(sessionId: string): void {
    this.#sessionId = sessionId;
    this.#state = "turn";
    this.#text = "";
    this.#messageId = undefined;
    this.#atWork.clear();
  }

  /** It has been told to end its turn. */
  cancel(): void {
    if (this.#state === "turn") this.#state = "cancelled";
  }

  endTurn(): void {
    this.#left = [...this.#atWork.values()];
    this.#options.draft.apart();
    this.#state = "over";
  }

  /** Counts a line that it sent. False: it has sent more than anybody reads. */
  received(characters: number): boolean {
    this.#sent += characters;
    if (++this.#messages > most.messages) this.#flood(`more than ${most.messages} messages`);
    else if (this.#sent > most.sent) this.#flood(`more than ${most.sent} characters`);
    return !this.#hasFlooded;
  }

  take(params: unknown): void {
    if (this.#hasFlooded) return;
    const parsed = sessionUpdateSchema.safeParse(params, { jitless: true });
    if (!parsed.success) return this.problem("sent an update that is none of the protocol's");
    const { sessionId, update } = parsed.data;
    if (this.#state === "opening") {
      if (update.cost) this.#options.usage.costOfSession(update.cost);
      return;
    }
    if (!this.isOf(sessionId)) return this.problem("sent updates of another session, which were left out");
    const { sessionUpdate: kind, content, messageId, cost, _meta: meta } = update;
    if (cost) this.#options.usage.costOfSession(cost);
    if (meta?.usage) this.#options.usage.ofCall(meta.usage);
    const text = kind === "agent_message_chunk" ? textOf(content) : undefined;
    if (text !== undefined && text !== "") this.#say(text, messageId ?? undefined);
    if (kind === "tool_call" || kind === "tool_call_update") this.#useTool(update, kind === "tool_call");
  }

  #say(text: string, messageId: string | undefined): void {
    if (this.#state === "over") {
      if (text.trim() !== "")
        this.problem("went on after its turn had ended: what it said then does not count");
      return;
    }
    this.#said += text.length;
    if (this.#said > most.said) return this.#flood(`more than ${most.said} characters of an answer`);
    if (messageId !== this.#messageId && this.#text !== "") {
      this.#options.draft.apart();
      // What an agent that names its messages says without a name is a notice of its own.
      if (messageId !== undefined) this.#text = "";
    }
    this.#options.draft.text(text);
    if (messageId === undefined && this.#messageId !== undefined) return;
    this.#messageId = messageId;
    this.#text += text;
  }

  #useTool(update: unknown, isNew: boolean): void {
    const parsed = toolCallSchema.safeParse(update, { jitless: true });
    if (!parsed.success) return;
    const call = this.toolCall(parsed.data);
    const { toolCallId, title, name, kind, status, rawInput } = call;
    const isKnown = this.#tools.has(toolCallId);
    if (!isKnown && this.#tools.size >= most.tools)
      return this.#flood(`more than ${most.tools} uses of tools`);
    this.#tools.set(toolCallId, call);
    const isAtWork = status !== "completed" && status !== "failed";
    if (this.#state === "over") {
      if (isNew && isAtWork) this.problem(`began a tool after its turn had ended: ${title ?? toolCallId}`);
      return;
    }
    if (isAtWork) this.#atWork.set(toolCallId, title ?? toolCallId);
    else this.#atWork.delete(toolCallId);
    if (isKnown && !isNew) return;
    this.#text = "";
    this.#messageId = undefined;
    const input = rawInput === undefined ? "" : ` ${JSON.stringify(rawInput)}`;
    this.#options.draft.tool(name ?? kind ?? "tool", `${title ?? ""}${input}`.trim());
  }

  #flood(what: string): void {
    if (this.#hasFlooded) return;
    this.#hasFlooded = true;
    this.problem(`flooded: it sent ${what}, and was stopped`);
    this.#options.onFlood();
  }
}
