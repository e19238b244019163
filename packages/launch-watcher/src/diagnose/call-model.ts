import { request } from "node:http";
import { apiNamesOf, type ApiName, type Route } from "@retinue/model-broker";

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

/** Asks the first model of a route for a word, as a run would. */
export function callModel(
  socketPath: string,
  name: string,
  route: Route,
): Promise<{ readonly ok: boolean; readonly said: string }> {
  const [api = "chat"] = apiNamesOf(name, route);
  const [path, body] = calls[api](route.models[0] ?? "");
  const { promise, resolve } = Promise.withResolvers<{ ok: boolean; said: string }>();
  const call = request({
    socketPath,
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
