import type { IncomingMessage, ServerResponse } from "node:http";
import type { Agent } from "undici";
import { readAsked, type CheckedRequest } from "../api/read-asked.ts";
import type { ModelApi } from "../api/model-api.ts";
import type { Account, Admitted } from "../budget/account.ts";
import type { OpenRun } from "../configure/open-run.ts";
import type { Route } from "../configure/route.ts";
import { forwardCall } from "../forward/forward-call.ts";
import type { Bounds } from "../front/bounds.ts";
import { checkHead, type Head, type NamedRoute } from "../front/check-head.ts";
import { Deadline } from "../front/deadline.ts";
import { readBody } from "../front/read-body.ts";
import { isRefusal, refuse, type Refusal } from "../front/refusal.ts";
import { logCall } from "./call-log.ts";
import { recordTotal } from "./record-total.ts";
import { mostFor, spentFor } from "./reservation.ts";
import type { RoutePauses } from "./route-pauses.ts";

export interface OpenRoute extends NamedRoute {
  readonly route: Route;
  readonly key: string | undefined;
}

/** What a run's calls go through. */
export interface CallContext {
  readonly run: string;
  readonly routes: ReadonlyMap<string, OpenRoute>;
  /** File to which calls are added. */
  readonly calls: string | undefined;
  /** Into which what the run has spent goes. */
  readonly record: OpenRun["record"];
  readonly log: (message: string) => void;
  readonly account: Account;
  readonly upstreams: Agent;
  readonly pauses: RoutePauses;
  readonly bounds: Bounds;
}

/** A longer pause is told to the client instead of being waited for. */
const longestPauseMs = 60_000;

/** One call, from its head to its last byte: checked, set aside, asked once, counted, ended. */
export async function answerCall(
  context: CallContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { bounds, routes } = context;
  const head = checkHead(request, routes);
  if (isRefusal(head)) return refuse(response, head);
  const { api, located, route: open } = head;
  const body = await readBody(request, bounds);
  if (body === undefined) return void response.destroy();
  if (!Buffer.isBuffer(body)) return refuse(response, body, api);
  const asked = readAsked(api, body, located, open.route.grants);
  if ("problem" in asked)
    return refuse(response, { status: 400, code: asked.code, message: asked.problem }, api);
  if (!open.route.models.includes(asked.model)) {
    const message = `the model ${JSON.stringify(asked.model)} is not among those of /${open.name}: ${open.route.models.join(", ")}`;
    return refuse(response, { status: 403, code: "model_refused", message }, api);
  }
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const waited = new Deadline(bounds.waitMs, () => refuse(response, busy, api));
  let admission: Admitted | Refusal;
  try {
    admission = await admitted(context, open, asked, gone.signal);
  } catch (error) {
    if (gone.signal.aborted) return;
    throw error;
  } finally {
    waited.clear();
  }
  if (isRefusal(admission)) return refuse(response, admission, api);
  await made(context, head, asked, admission, request, response, gone.signal);
}

const busy: Refusal = {
  status: 503,
  code: "busy",
  message: "no call could begin for too long",
  retryAfter: "30",
};

async function admitted(
  { run, account, pauses }: CallContext,
  { name, route }: OpenRoute,
  asked: CheckedRequest,
  signal: AbortSignal,
): Promise<Admitted | Refusal> {
  const paused = pauses.left(route.upstream);
  if (paused > longestPauseMs) {
    const retryAfter = String(Math.ceil(paused / 1000));
    return {
      status: 429,
      code: "rate_limit_exceeded",
      message: "the upstream wants to be left alone",
      retryAfter,
    };
  }
  await pauses.over(route.upstream, signal);
  const most = mostFor(route, asked, asked.bytes.length);
  const call = { run, route: name, model: asked.model, at: new Date().toISOString(), most };
  const admission = await account.admit(call, signal);
  if (!("spent" in admission)) return admission;
  const message = `budget_exhausted: ${admission.spent}. No further call is made; finish with what you have.`;
  return { status: 403, code: "budget_exhausted", message };
}

async function made(
  { account, upstreams, pauses, bounds, calls, record, log }: CallContext,
  { api, query, route: { name, route, key } }: Head<OpenRoute>,
  asked: CheckedRequest,
  { reserved, member }: Admitted,
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const begun = performance.now();
  const path = pathOf(request, name) + query;
  const version = header(request, "anthropic-version");
  const betas = header(request, "anthropic-beta");
  try {
    const wanted = { api, route, asked, path, key, version, betas };
    const { outcome, pauseSeconds, finish } = await forwardCall(upstreams, wanted, response, bounds, gone);
    if (pauseSeconds !== undefined) pauses.pause(route.upstream, pauseSeconds);
    const seconds = Math.round(performance.now() - begun) / 1000;
    const spent = spentFor(route, asked.model, reserved.most, outcome);
    const { status, whole } = outcome;
    // Where this fails the disk goes on to say the most that it can have cost.
    await account.ledger.settle(reserved, { status, whole, seconds, spent }).catch(() => {});
    if (calls !== undefined) {
      const { run, at, route: to, model } = reserved;
      const total = account.ledger.spentBy(run);
      logCall(calls, { at, route: to, model, status, whole, seconds, spent, total }, log);
    }
    if (record !== undefined) await recordTotal(record, () => account.ledger.spentBy(reserved.run), log);
    const unread = new Deadline(bounds.unreadMs, () => response.destroy());
    response.on("close", () => unread.clear());
    if (response.destroyed) unread.clear();
    else finish();
  } finally {
    account.done(member);
  }
}

function pathOf({ url = "" }: IncomingMessage, name: string): string {
  return (url.split("?")[0] ?? "").slice(name.length + 1);
}

function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** Its clients read what failed as their vendor says it. */
export function failed(response: ServerResponse, api?: ModelApi): void {
  refuse(
    response,
    { status: 500, code: "broker_failed", message: "the broker failed; see the host's log" },
    api,
  );
}
