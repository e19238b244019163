import { request, type RequestOptions } from "node:http";
import { request as requestSecurely } from "node:https";
import type { NetworkModels } from "../bridge/bridge-command.ts";
import { apiNamesOf } from "../configure/api-names-of.ts";
import type { ApiName, Route } from "../configure/route.ts";

const word = "Say yes.";
// The least that every model takes.
const few = 16;

const calls: Readonly<Record<ApiName, (model: string) => readonly [path: string, body: object]>> = {
  chat: (model) => [
    "/v1/chat/completions",
    { model, max_tokens: few, messages: [{ role: "user", content: word }] },
  ],
  responses: (model) => ["/v1/responses", { model, max_output_tokens: few, input: word }],
  messages: (model) => [
    "/v1/messages",
    { model, max_tokens: few, messages: [{ role: "user", content: word }] },
  ],
  gemini: (model) => [
    `/v1beta/models/${model}:generateContent`,
    {
      contents: [{ role: "user", parts: [{ text: word }] }],
      generationConfig: { maxOutputTokens: few },
    },
  ],
};

const patienceMs = 60_000;
const mostShown = 300;

/** Where a run asks: at its socket, or over the network by its token. */
export type RunPlace = { readonly socketPath: string } | NetworkModels;

/** Asks the first model of a route for a word, as a run would. */
export function callModel(
  place: RunPlace,
  name: string,
  route: Route,
): Promise<{ readonly ok: boolean; readonly said: string }> {
  const [api = "chat"] = apiNamesOf(name, route);
  const [path, body] = calls[api](route.models[0] ?? "");
  const { promise, resolve } = Promise.withResolvers<{ ok: boolean; said: string }>();
  const call = begin(place, {
    path: `/${name}${path}`,
    method: "POST",
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(patienceMs),
  });
  call.on("response", (response) => {
    const { statusCode: status = 0 } = response;
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    response.on("error", (error) => resolve({ ok: false, said: error.message }));
    response.on("end", () => {
      const ok = status === 200;
      resolve({ ok, said: ok ? "answered" : `${status} ${text.slice(0, mostShown)}` });
    });
  });
  call.on("error", (error) => resolve({ ok: false, said: error.message }));
  call.end(JSON.stringify(body));
  return promise;
}

function begin(place: RunPlace, options: RequestOptions) {
  if ("socketPath" in place) return request({ ...options, ...place });
  const { host, port, name: servername, authority: ca, token } = place;
  const headers = { ...options.headers, host: "model-broker", authorization: `Bearer ${token}` };
  return requestSecurely({ ...options, host, port, ca, servername, headers, agent: false });
}
