import { methods, RequestError, type ClientApp, type PermissionOption } from "@agentclientprotocol/sdk";
import { ContainedFsError } from "@retinue/contained-fs";
import type { AgentRequest } from "../../contract/agent-backend.ts";
import { ToolRefusal } from "../model/tools/places.ts";
import { permissionPolicy, type PolicyOptions } from "./permission-policy.ts";
import { fileService } from "./serve-files.ts";
import type { SessionRecord } from "./session-record.ts";
import { toolCallSchema } from "./session-update.ts";

/** What an agent was refused: how often, and what at first. */
export class Refusals {
  #count = 0;
  #last = "";
  readonly #first: string[] = [];

  get count(): number {
    return this.#count;
  }

  /** What was refused last, and why. */
  get last(): string {
    return this.#last;
  }

  add(what: string): void {
    this.#count++;
    this.#last = what;
    if (this.#first.length < 3) this.#first.push(what.replace(/\s+/g, " ").slice(0, 300));
  }

  /** In a line for its problems; undefined: nothing was refused. */
  said(): string | undefined {
    if (this.#count === 0) return undefined;
    const times = this.#count === 1 ? "1 request" : `${this.#count} requests`;
    return `${times} of its for permission or a file ${this.#count === 1 ? "was" : "were"} refused: ${this.#first.join("; ")}`;
  }
}

export interface AnswerOptions extends PolicyOptions {
  readonly request: AgentRequest;
  readonly record: SessionRecord;
  readonly refusals: Refusals;
}

/** Answers what an agent asks of its client: at once, by its role, and never by asking anybody. */
export function answerRequests(
  app: ClientApp,
  { request, record, refusals, ...options }: AnswerOptions,
): void {
  const policy = permissionPolicy(request, options);
  const files = fileService(request);
  /** Whether it asks when nothing of it is wanted any more. */
  const isLate = (what: string) => {
    if (record.state === "over")
      record.problem(`asked for ${what} when its turn had ended, and was not answered`);
    return record.state !== "turn";
  };
  const served = async <T>(what: string, sessionId: string, serve: () => Promise<T>): Promise<T> => {
    if (!record.isOf(sessionId))
      throw RequestError.invalidParams(undefined, `there is no session ${sessionId}`);
    if (isLate(what)) throw RequestError.invalidParams(undefined, "no turn of this session is open");
    try {
      return await serve();
    } catch (error) {
      if (!(error instanceof ToolRefusal)) throw error;
      // Not to be there is no refusal: an agent looks before it writes.
      const { cause } = error;
      if (cause instanceof ContainedFsError && cause.code === "NOT_FOUND")
        throw RequestError.resourceNotFound(what);
      refusals.add(`${what} (${error.message})`);
      request.draft.note(`refused: ${what} (${error.message})`);
      throw RequestError.invalidParams(undefined, error.message);
    }
  };
  app.onRequest(methods.client.session.requestPermission, ({ params }) => {
    const { options: choices, sessionId } = params;
    const call = record.toolCall(toolCallSchema.parse(params.toolCall, { jitless: true }));
    const isOurs = record.isOf(sessionId);
    if (isOurs && isLate("permission")) return { outcome: { outcome: "cancelled" } };
    const why = isOurs ? policy(call) : "it is of another session";
    const chosen = choices.find(({ kind }) => kind === "allow_once");
    if (why === undefined && chosen !== undefined) return selected(chosen);
    // To allow it for ever would allow more than was looked at.
    const reason = why ?? "it can only be allowed for ever";
    const what = `${call.title ?? call.name ?? call.kind ?? "a tool"}: ${reason}`;
    refusals.add(what);
    request.draft.note(`refused: ${what}`);
    const refusal = ["reject_once", "reject_always"].map((kind) =>
      choices.find((each) => each.kind === kind),
    );
    const refused = refusal.find((each) => each !== undefined);
    return refused === undefined ? { outcome: { outcome: "cancelled" } } : selected(refused);
  });
  app.onRequest(methods.client.fs.readTextFile, ({ params }) =>
    served(`reading ${params.path}`, params.sessionId, () => files.read(params)),
  );
  app.onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
    await served(`writing ${params.path}`, params.sessionId, () => files.write(params));
    return {};
  });
}

function selected({ optionId }: PermissionOption) {
  return { outcome: { outcome: "selected" as const, optionId } };
}
