import { EventSourceParserStream } from "eventsource-parser/stream";
import type { ActionDone, ActionRefused, RunAction, RunActions } from "../contract/run-action.ts";

/** What the server said no with. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly remedy: string | undefined;
  readonly status: number;

  constructor(message: string, status: number, remedy?: string) {
    super(message);
    this.status = status;
    this.remedy = remedy;
  }
}

export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
}

/** The server of this page, for who knows its token. */
export interface Server {
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  /** Ends with the signal, or when the server ends it. */
  events(path: string, signal: AbortSignal): AsyncGenerator<ServerEvent, void, undefined>;
  act<A extends RunAction>(key: string, action: A, body: RunActions[A]): Promise<ActionDone>;
}

/** What no EventSource can send: the token, which has to stay out of addresses. */
export function connect(token: string): Server {
  const ask = async (path: string, more: RequestInit = {}): Promise<Response> => {
    const headers = { ...more.headers, Authorization: `Bearer ${token}` };
    const response = await fetch(`api/${path}`, { ...more, headers }).catch((error: Error) => {
      if (more.signal?.aborted === true) throw error;
      throw new RefusedError("The server has ended", 0, "Start `retinue ui` again, and open its address.");
    });
    if (response.ok) return response;
    throw await refusal(response);
  };
  return {
    get: async <T>(path: string, signal?: AbortSignal) =>
      (await ask(path, signal === undefined ? {} : { signal })).json() as Promise<T>,
    async *events(path, signal) {
      const { body } = await ask(path, { signal });
      const events = body?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, BufferSource>);
      if (events === undefined) return;
      const reader = events.pipeThrough(new EventSourceParserStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield { event: value.event ?? "message", data: JSON.parse(value.data) as unknown };
      }
    },
    act: async (key, action, body) => {
      const response = await ask(`runs/${key}/${action}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return (await response.json()) as ActionDone;
    },
  };
}

async function refusal(response: Response): Promise<RefusedError> {
  const { status } = response;
  if (status === 401)
    return new RefusedError(
      "This address has no valid token",
      status,
      "Open the address that `retinue ui` printed.",
    );
  const said = (await response.json().catch(() => undefined)) as ActionRefused | undefined;
  return new RefusedError(said?.error.message ?? `The server answered ${status}`, status, said?.error.remedy);
}
