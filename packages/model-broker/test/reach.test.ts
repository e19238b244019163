import { readdirSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { startVendorApi, type VendorApi } from "@retinue/testkit/vendor-api";
import { expect, it, onTestFinished } from "vitest";
import { post, raw, served, type Served } from "./served.ts";
import { rawUpstream } from "./upstream.ts";

const path = "/openai/v1/chat/completions";
const body = { model: "gpt-5-mini", messages: [{ role: "user", content: "hello" }] };
const text = JSON.stringify(body);

interface TwoRuns {
  readonly host: Served;
  readonly ours: { readonly vendor: VendorApi; readonly socket: string };
  readonly theirs: { readonly vendor: VendorApi; readonly socket: string };
}

/** Two runs of one host, which may ask different servers by different keys. */
async function twoRuns(): Promise<TwoRuns> {
  const host = await served();
  const open = async (run: string, route: string) => {
    const vendor = await startVendorApi({ respond: () => ({ text: "heard" }) });
    onTestFinished(() => vendor.stop());
    const routes = {
      [route]: { upstream: vendor.url, key_env: "K", models: ["gpt-5-mini"], apis: ["chat"] },
    };
    const opened = { run, routes, keys: { [route]: `sk-of-${run}` } };
    return { vendor, socket: await host.open(opened as Parameters<Served["open"]>[0]) };
  };
  return { host, ours: await open("ours", "openai"), theirs: await open("theirs", "other") };
}

it("a run has another's socket neither in its directory nor by any path of its own", async () => {
  const { host, ours, theirs } = await twoRuns();
  expect(readdirSync(dirname(ours.socket))).toEqual(["model.sock"]);
  // Who is outside finds no way in but by the directory that it is given.
  expect(statSync(host.directory).mode & 0o077).toBe(0);
  expect(statSync(dirname(dirname(theirs.socket))).mode & 0o077).toBe(0);
  const name = basename(dirname(theirs.socket));
  for (const tried of [
    "/other/v1/chat/completions",
    `/../${name}/model.sock/other/v1/chat/completions`,
    `/${name}/other/v1/chat/completions`,
    `/openai/../../${name}/other/v1/chat/completions`,
    "/control.sock",
  ]) {
    const answer = await post(ours.socket, tried, body);
    expect([tried, answer.status, JSON.parse(answer.text).error.code]).toEqual([tried, 404, "path_refused"]);
  }
  expect(theirs.vendor.requests).toEqual([]);
  for (const { socket, vendor, route, key } of [
    { ...ours, route: "openai", key: "sk-of-ours" },
    { ...theirs, route: "other", key: "sk-of-theirs" },
  ]) {
    expect((await post(socket, `/${route}/v1/chat/completions`, body)).status).toBe(200);
    expect(vendor.requests.map(({ headers }) => headers["authorization"])).toEqual([`Bearer ${key}`]);
  }
});

it("a run's socket takes no command of an owner's", async () => {
  const { host, ours } = await twoRuns();
  for (const command of [{ do: "close", run: "theirs" }, { do: "status" }])
    expect(await raw(ours.socket, `${JSON.stringify(command)}\n`)).toMatch(
      /^HTTP\/1.1 400 .*malformed_request/s,
    );
  expect((await host.broker.status()).runs).toEqual(["ours", "theirs"]);
});

it("a request reaches nothing of the host's loopback, whatever names it", async () => {
  const { ours } = await twoRuns();
  const { url, asked } = await rawUpstream("HTTP/1.1 200 OK\ncontent-length: 0\n\n");
  const { host } = new URL(url);
  const said = async (first: string, lines: readonly string[] = ["Host: localhost"]) => {
    const common = ["Content-Type: application/json", `Content-Length: ${text.length}`];
    return raw(ours.socket, `${[first, ...lines, ...common].join("\r\n")}\r\n\r\n${text}`);
  };
  expect(await said(`POST ${url}${path} HTTP/1.1`)).toMatch(/^HTTP\/1.1 404 .*path_refused/s);
  expect(await said(`POST //${host}${path} HTTP/1.1`)).toMatch(/^HTTP\/1.1 404 .*path_refused/s);
  expect(await said(`POST /openai@${host}/v1/chat/completions HTTP/1.1`)).toMatch(/^HTTP\/1.1 404 /);
  expect(await raw(ours.socket, `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 405 .*method_refused/s,
  );
  expect(ours.vendor.requests).toEqual([]);
  // These are names of the broker's own, and say nothing of where it asks.
  const named = [`Host: ${host}`, `X-Forwarded-Host: ${host}`, `Forwarded: host=${host}`];
  expect(await said(`POST ${path} HTTP/1.1`, named)).toMatch(/^HTTP\/1.1 200 /);
  expect(ours.vendor.requests).toHaveLength(1);
  expect(JSON.stringify(ours.vendor.requests[0]?.headers)).not.toContain(host);
  expect(asked).toEqual([]);
});
