import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicMessages } from "./anthropic-messages.ts";
import { chatCompletions } from "./chat-completions.ts";
import { geminiContent } from "./gemini-content.ts";
import { openAiResponses } from "./openai-responses.ts";
import type { Json, Protocol } from "./protocol.ts";
import { script, type VendorScript } from "./script.ts";
import { sendJson, sendReply } from "./send-reply.ts";
import type { VendorRequest } from "./vendor-request.ts";

/** A server on loopback that speaks for the vendors' model APIs. */
export interface VendorApi {
  /** `http://127.0.0.1:<port>`, without a path: clients of OpenAI's APIs add `/v1`. */
  readonly url: string;
  /** The requests for a model that came, in order. */
  readonly requests: readonly VendorRequest[];
  /** How many replies have told of tokens, whole or not. */
  readonly counted: number;
  /** @throws Error when steps are left, or a request came that no step was for. */
  assertConsumed(): void;
  /** Ends all connections, hanging ones too. @throws Error as `assertConsumed` does. */
  stop(): Promise<void>;
}

const protocols: readonly Protocol[] = [anthropicMessages, openAiResponses, chatCompletions, geminiContent];

/**
 * Starts the server. Each request takes the first step left that is for it; one without a step is
 * refused (400), and fails the test in the end. Clients' requests beside those to a model are
 * answered (number of tokens, list of models) or refused (404), and not recorded.
 */
export async function startVendorApi(wanted: VendorScript): Promise<VendorApi> {
  const steps = script(wanted);
  const requests: VendorRequest[] = [];
  let counted = 0;
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, { error: { message: String(error) } });
    });
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? "/", "http://localhost").pathname;
    const protocol = protocols.find(({ serves }) => serves(path));
    const text = await bodyOf(incoming);
    if (incoming.method !== "POST" || protocol === undefined) return serveOther(incoming, path, response);
    const body = JSON.parse(text) as Json;
    const read = protocol.read(body, path);
    const request: VendorRequest = {
      ...read,
      protocol: protocol.name,
      text: read.messages.map((message) => message.text).join("\n"),
      last: read.messages.at(-1)?.text ?? "",
      path,
      headers: incoming.headers,
      body,
    };
    const id = String(requests.push(request));
    const step = steps.take(request);
    if (step === undefined) {
      sendJson(response, 400, protocol.failure(400, "no step of the test is for this request"));
      return;
    }
    await step.after;
    if (sendReply(response, protocol, request, await step.reply, id)) counted++;
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get counted() {
      return counted;
    },
    assertConsumed: steps.assertConsumed,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      steps.assertConsumed();
    },
  };
}

function serveOther(incoming: IncomingMessage, path: string, response: ServerResponse): void {
  const counted = protocols.map(({ count }) => count?.(path)).find((value) => value !== undefined);
  if (counted !== undefined) sendJson(response, 200, counted);
  else if (path.endsWith("/models")) sendJson(response, 200, { object: "list", data: [], models: [] });
  else sendJson(response, incoming.method === "HEAD" ? 200 : 404, { error: { message: `no ${path} here` } });
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
