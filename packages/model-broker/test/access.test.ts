import { existsSync, readFileSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi, type VendorApi } from "@retinue/testkit/vendor-api";
import { expect, it, onTestFinished } from "vitest";
import type { OpenRunInput } from "../src/index.ts";
import { loggedCallSchema } from "@retinue/engine-contract";
import { post, served, type Served } from "./served.ts";

const path = "/openai/v1/chat/completions";
const body = { model: "gpt-5-mini", messages: [{ role: "user", content: "the secret word" }] };

interface TokenRun {
  readonly input: OpenRunInput;
  readonly socket: string;
  readonly token: string;
  readonly tokenFile: string;
  readonly port: number;
}

async function vendor(): Promise<VendorApi> {
  const api = await startVendorApi({
    respond: () => ({ text: "heard", usage: { inputTokens: 100, outputTokens: 20 } }),
  });
  onTestFinished(() => api.stop());
  return api;
}

/** A run that is asked at its socket and at a port of the loopback, by its token. */
async function tokenRun(host: Served, run: string, { url }: VendorApi, log?: string): Promise<TokenRun> {
  const routes = { openai: { upstream: url, key_env: "K", models: ["gpt-5-mini"], apis: ["chat"] } };
  const opened = { run, routes, keys: { openai: "sk-the-host" }, token: true, tcp: true, log };
  const input = opened as OpenRunInput;
  const socket = await host.open(input);
  const { token_file: tokenFile, port } = await host.broker.access(run);
  return { input, socket, tokenFile, token: readFileSync(tokenFile, "utf8"), port: port ?? 0 };
}

interface Said {
  readonly status: number;
  readonly code: string | undefined;
}

async function asked(port: number, headers: Record<string, string>, query = ""): Promise<Said> {
  const response = await fetch(`http://127.0.0.1:${port}${path}${query}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const said = (await response.json()) as { error?: { code?: string } };
  return { status: response.status, code: said.error?.code };
}

it("a run is asked at a port of the loopback by its token, wherever its client puts a key; the key stays here", async () => {
  const host = await served();
  const api = await vendor();
  const { port, token, tokenFile } = await tokenRun(host, "a", api);
  expect(statSync(tokenFile).mode & 0o777).toBe(0o400);
  expect(await asked(port, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
  expect(await asked(port, { "x-api-key": token })).toMatchObject({ status: 200 });
  expect(await asked(port, { "x-goog-api-key": token })).toMatchObject({ status: 200 });
  expect(api.requests.map(({ headers }) => headers["authorization"])).toEqual(
    Array(3).fill("Bearer sk-the-host"),
  );
  expect(JSON.stringify(api.requests)).not.toContain(token);
});

it("no token, a wrong one, another run's, and one beside the right one are refused, at the port and at the socket", async () => {
  const host = await served();
  const api = await vendor();
  const [ours, theirs] = [await tokenRun(host, "ours", api), await tokenRun(host, "theirs", api)];
  const refused = { status: 401, code: "token_refused" };
  for (const headers of [
    {},
    { authorization: "Bearer wrong" },
    { authorization: `Bearer ${ours.token.slice(0, -1)}` },
    { authorization: `Basic ${ours.token}` },
    { authorization: `Bearer ${theirs.token}` },
    { authorization: `Bearer ${ours.token}`, "x-api-key": theirs.token },
  ] as Record<string, string>[]) {
    expect(await asked(ours.port, headers)).toEqual(refused);
    const answer = await post(ours.socket, path, body, { headers });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([401, "token_refused"]);
  }
  expect(api.requests).toEqual([]);
});

it("a token in the address is refused, though the right one is in the header", async () => {
  const host = await served();
  const api = await vendor();
  const { port, token } = await tokenRun(host, "a", api);
  const refused = { status: 400, code: "token_in_url" };
  for (const query of [`?key=${token}`, "?key=", `?${token}`])
    expect(await asked(port, { authorization: `Bearer ${token}` }, query)).toEqual(refused);
  expect(await asked(port, {}, `?key=${token}`)).toEqual(refused);
  expect(api.requests).toEqual([]);
});

it("who shows no token takes no place of the run's, however many they are", async () => {
  const bounds = { connections: 2, strangers: 20 };
  const host = await served({ bounds });
  const api = await vendor();
  const { port, token } = await tokenRun(host, "a", api);
  const said: string[] = [];
  const strangers: Socket[] = [];
  const crowd = (count: number) => {
    for (let more = count; more > 0; more--) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {}).on("data", (chunk: Buffer) => said.push(chunk.toString()));
      strangers.push(socket);
    }
    // The run itself takes the place of one.
    return eventually("the oldest have gone", () => strangers.filter(({ closed }) => !closed).length <= 20);
  };
  await crowd(100);
  expect(await asked(port, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
  // Also while more of them come, and some have begun a request.
  for (const socket of strangers) socket.write(`POST ${path} HT`);
  const more = crowd(100);
  expect(await asked(port, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
  await more;
  for (const each of said) expect(each).toMatch(/^HTTP\/1.1 503 .*too_many_connections/s);
  for (const socket of strangers) socket.destroy();
});

it("who shows no token in time is cut off, and the run itself has no more connections than it may", async () => {
  const host = await served({ bounds: { connections: 2, strangerMs: 300, headMs: 600_000 } });
  const go = Promise.withResolvers<void>();
  const api = await startVendorApi({
    steps: [{ reply: { text: "heard" }, after: go.promise, repeat: true }],
  });
  onTestFinished(() => api.stop());
  const { port, token } = await tokenRun(host, "a", api);
  const silent = connect(port, "127.0.0.1");
  const chunks = (await silent.toArray()) as Buffer[];
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 408 .*head_too_slow/s);
  const held = [1, 2].map(() => asked(port, { authorization: `Bearer ${token}` }));
  await eventually("two are asked", () => api.requests.length === 2);
  const third = await asked(port, { authorization: `Bearer ${token}` });
  expect(third).toEqual({ status: 503, code: "too_many_connections" });
  go.resolve();
  expect(await Promise.all(held)).toMatchObject([{ status: 200 }, { status: 200 }]);
});

it("a token ends with its run: its file is gone, nothing listens, and a run of the same name has another", async () => {
  const host = await served();
  const api = await vendor();
  const first = await tokenRun(host, "a", api);
  await host.broker.close("a");
  expect(existsSync(first.tokenFile)).toBe(false);
  await expect(asked(first.port, { authorization: `Bearer ${first.token}` })).rejects.toThrow("fetch failed");
  const second = await tokenRun(host, "a", api);
  expect(second.token).not.toBe(first.token);
  expect(await asked(second.port, { authorization: `Bearer ${first.token}` })).toEqual({
    status: 401,
    code: "token_refused",
  });
  expect(api.requests).toEqual([]);
});

it("a broker that follows another has each run at its port, by its token", async () => {
  const host = await served();
  const api = await vendor();
  const first = await tokenRun(host, "a", api);
  await host.stop();
  const next = await served({ directory: host.directory });
  const second = await tokenRun(next, "a", api);
  expect([second.port, second.token]).toEqual([first.port, first.token]);
  expect(await asked(second.port, { "x-api-key": first.token })).toMatchObject({ status: 200 });
});

it("is not opened at a port without a token", async () => {
  const host = await served();
  const { url } = await vendor();
  const routes = { openai: { upstream: url, models: ["gpt-5-mini"] } };
  await expect(host.open({ run: "a", routes, tcp: true })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("take a token as well"),
  });
});

it("adds a line for each call to the run's log, with what all of them came to, and no word of them", async () => {
  const host = await served();
  const api = await vendor();
  const log = join(temporaryDirectory("log-"), "calls.jsonl");
  const { socket, token } = await tokenRun(host, "a", api, log);
  const headers = { authorization: `Bearer ${token}` };
  for (const total of [1, 2]) {
    expect((await post(socket, path, body, { headers })).status).toBe(200);
    // There when the answer is.
    expect(readFileSync(log, "utf8").trim().split("\n")).toHaveLength(total);
  }
  await post(socket, path, { ...body, model: "other" }, { headers });
  const text = readFileSync(log, "utf8");
  const lines = text.trim().split("\n");
  expect(loggedCallSchema.parse(JSON.parse(lines[1] ?? ""))).toMatchObject({
    route: "openai",
    model: "gpt-5-mini",
    status: 200,
    whole: true,
    spent: { requests: 1, input_tokens: 100, output_tokens: 20 },
    total: { requests: 2, input_tokens: 200, output_tokens: 40 },
  });
  for (const secret of ["secret word", "heard", "sk-the-host", token]) expect(text).not.toContain(secret);
});
