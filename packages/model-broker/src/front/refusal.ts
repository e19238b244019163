import type { ServerResponse } from "node:http";
import type { ModelApi } from "../api/model-api.ts";
import { openAiFailure } from "../api/open-ai.ts";

/** Why a request is not passed on. `code` is for programs, `message` for people. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfter?: string | undefined;
}

export function isRefusal(value: object): value is Refusal {
  return "status" in value && "code" in value && "message" in value;
}

/** Answers with an error as the vendor's clients read it, and ends the connection. */
export function refuse(response: ServerResponse, refusal: Refusal, api?: ModelApi): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { status, code, message, retryAfter } = refusal;
  const body = Buffer.from(JSON.stringify((api?.failure ?? openAiFailure)(status, code, message)));
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": body.length,
    connection: "close",
    // The vendors' clients ask again for less.
    ...(retryAfter === undefined ? { "x-should-retry": "false" } : { "retry-after": retryAfter }),
  });
  response.end(body);
}

/** The same, for what is no request yet: the parser has refused it. */
export function refusalText({ status, code, message }: Refusal): string {
  const body = JSON.stringify(openAiFailure(status, code, message));
  const head = `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\nconnection: close\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
