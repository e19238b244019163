import type { ServerResponse } from "node:http";
import type { Agent, Dispatcher } from "undici";
import type { Bounds } from "../front/bounds.ts";
import { Deadline } from "../front/deadline.ts";
import { refuse, type Refusal } from "../front/refusal.ts";
import { AnswerReader } from "./answer-reader.ts";
import { askUpstream, type UpstreamRequest } from "./ask-upstream.ts";
import { answered, unanswered, unasked, type Outcome } from "./outcome.ts";
import { errorOf } from "./pass-error.ts";
import { passStream } from "./pass-stream.ts";
import { readAnswer } from "./read-answer.ts";
import { secondsOf } from "./retry-after.ts";

/** A call that was made, and how its client gets the end of the answer once the call is counted. */
export interface Forwarded {
  readonly outcome: Outcome;
  /** Seconds for which the upstream wants to be left alone. */
  readonly pauseSeconds?: number | undefined;
  finish(): void;
}

/** A pause where a 429 names none. */
const usualPause = 5;
/** Nobody was reached: no word of the request was sent. */
const unreached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENOENT", "UND_ERR_CONNECT_TIMEOUT"]);

/** Asks the upstream once, and passes its answer on but for its end. */
export async function forwardCall(
  upstreams: Agent,
  wanted: Omit<UpstreamRequest, "signal">,
  response: ServerResponse,
  bounds: Bounds,
  aborted: AbortSignal,
): Promise<Forwarded> {
  const silence = new AbortController();
  const signal = AbortSignal.any([aborted, silence.signal]);
  const fail = (outcome: Outcome, status: number, code: string, message: string): Forwarded => ({
    outcome,
    finish: () => refuse(response, { status, code, message }, wanted.api),
  });
  const first = new Deadline(bounds.firstByteMs, () => silence.abort());
  let answer: Dispatcher.ResponseData;
  try {
    answer = await askUpstream(upstreams, { ...wanted, signal });
  } catch (error) {
    first.clear();
    if (silence.signal.aborted)
      return fail(unanswered, 504, "upstream_silent", "the upstream does not answer");
    const reached = !unreached.has((error as NodeJS.ErrnoException).code ?? "");
    const what = reached ? "the upstream's answer broke off" : "the upstream cannot be reached";
    return fail(reached ? unanswered : unasked, 502, "upstream_failed", what);
  }
  const stall = new Deadline(bounds.stallMs, () => silence.abort());
  try {
    const { statusCode: status } = answer;
    if (status !== 200) return await passError(answer, wanted, response, stall);
    const reader = new AnswerReader(wanted.api, wanted.asked);
    if (wanted.asked.stream && /^text\/event-stream/i.test(String(answer.headers["content-type"]))) {
      first.clear();
      response.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-cache",
        connection: "close",
      });
      response.flushHeaders();
      const { answerBytes, unreadMs } = bounds;
      const options = { reader, key: wanted.key, answerBytes, unreadMs, stall, signal };
      const { whole, held } = await passStream(answer.body, response, options);
      const finish = () => (whole ? response.end(held) : response.destroy());
      return { outcome: answered(200, whole, reader.count), finish };
    }
    const body = await readAnswer(answer.body, bounds.answerBytes, stall);
    const value = parsedAnswer(body, wanted.key);
    if (body === undefined || value === undefined)
      return fail(unanswered, 502, "upstream_answer", "the upstream's answer is no JSON, or too large");
    reader.readCount(value);
    const finish = () => {
      const headers = {
        "content-type": "application/json",
        "content-length": body.length,
        connection: "close",
      };
      response.writeHead(200, headers).end(body);
    };
    return { outcome: answered(200, true, reader.count), finish };
  } catch {
    return fail(unanswered, 502, "upstream_failed", "the upstream's answer broke off");
  } finally {
    first.clear();
    stall.clear();
    answer.body.destroy();
  }
}

const errorBytes = 65_536;

async function passError(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { api, key }: Omit<UpstreamRequest, "signal">,
  response: ServerResponse,
  stall: Deadline,
): Promise<Forwarded> {
  const said = await readAnswer(body, errorBytes, stall).catch(() => undefined);
  const seconds = secondsOf(headers["retry-after"]?.toString());
  const pause = status === 429 ? (seconds ?? usualPause) : undefined;
  const known = errorOf(api, status, said ?? Buffer.alloc(0), key);
  const again = known.status === 429 || known.status >= 500 || known.status === 408;
  const refusal: Refusal = { ...known, retryAfter: again ? String(pause ?? seconds ?? 1) : undefined };
  // An answer that is no error and no answer either may have been paid for.
  const outcome: Outcome = { status, whole: true, cost: status < 300 ? "unknown" : "free", count: {} };
  return { outcome, pauseSeconds: pause, finish: () => refuse(response, refusal, api) };
}

function parsedAnswer(body: Buffer | undefined, key: string | undefined): unknown {
  if (body === undefined) return undefined;
  const text = body.toString("utf8");
  if (key !== undefined && text.includes(key)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
