import type { IncomingMessage, ServerResponse } from "node:http";
import type { z } from "zod";
import { attendPath, commandPath, mostControlBytes } from "../control/protocol.ts";
import { perform, replyTo } from "../control/perform.ts";
import type { Bounds } from "../front/bounds.ts";
import { checkToken, isToken } from "../front/check-token.ts";
import type { Guest } from "../front/listen.ts";
import { readBody } from "../front/read-body.ts";
import { refuse, type Refusal } from "../front/refusal.ts";
import type { Broker } from "../run/broker.ts";
import type { BrokerDirectory } from "../run/broker-directory.ts";
import type { networkSchema } from "./network.ts";
import { openOfNetwork } from "./open-of-network.ts";

/** The owner of the runs, by the secret that it shows: its commands are those of the socket, but for what it may open. */
export function ownerGuest(
  { secret, routes, keys }: z.output<typeof networkSchema>,
  broker: Broker,
  directory: Pick<BrokerDirectory, "callsOf">,
  { bounds: usual, heard }: { readonly bounds: Bounds; readonly heard: () => void },
): (request: IncomingMessage) => Guest | Refusal {
  const isSecret = isToken(secret);
  const bounds = { ...usual, bodyBytes: mostControlBytes };
  const open = (given: unknown) => broker.open(openOfNetwork(given, { routes, keys }, directory.callsOf));
  const guest: Guest = {
    name: "owner",
    answer(request, response) {
      heard();
      if (request.method === "GET" && request.url === attendPath) return attended(response);
      if (request.method !== "POST" || request.url !== commandPath) return refuse(response, unknownPath);
      answered(request, response).catch(() => response.destroy());
    },
  };
  async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, bounds);
    if (body === undefined) return void response.destroy();
    if (!Buffer.isBuffer(body)) return refuse(response, body);
    const reply = await replyTo(body.toString("utf8"), (command) => perform(command, broker, open));
    response.writeHead(200, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(reply), heard);
  }
  return (request) => checkToken(request, isSecret) ?? guest;
}

/** Says nothing for as long as this broker lives. */
function attended(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/plain", connection: "close" });
  response.flushHeaders();
}

const unknownPath = { status: 404, code: "path_refused", message: "no such path" };
