import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startVendorApi, type VendorApi } from "@retinue/testkit/vendor-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenRunInput } from "../src/index.ts";
import { post, served } from "./served.ts";

const path = "/openai/v1/chat/completions";
const body = { model: "gpt-5-mini", messages: [{ role: "user", content: "hello" }], max_tokens: 200 };
// A dollar for a thousand tokens.
const prices = { "gpt-5-mini": { input: 1000, output: 1000 } };

let vendor: VendorApi;
beforeAll(async () => {
  vendor = await startVendorApi({
    respond: () => ({ text: "ok", usage: { inputTokens: 800, outputTokens: 200 } }),
  });
});
afterAll(() => vendor.stop());
const routes = () => ({ openai: { upstream: vendor.url, models: ["gpt-5-mini"], prices } });

describe("a budget", () => {
  it.each<[string, OpenRunInput["limits"], number]>([
    ["requests", { requests: 3 }, 3],
    ["input", { input_tokens: 1600 }, 2],
    ["output", { output_tokens: 500 }, 3],
    ["tokens", { tokens: 2001 }, 3],
    ["cost", { cost: 2 }, 2],
  ])("of %s refuses the call after it is reached, and a sibling goes on", async (_, limits, made) => {
    const { open, broker } = await served();
    const socket = await open({ run: "a", routes: routes(), limits });
    for (let n = 0; n < made; n++) expect((await post(socket, path, body)).status).toBe(200);
    const before = vendor.requests.length;
    const answer = await post(socket, path, body);
    expect(answer).toMatchObject({ status: 403, headers: { "x-should-retry": "false" } });
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { code: "budget_exhausted", message: expect.stringContaining("budget_exhausted: ") },
    });
    expect(vendor.requests.length).toBe(before);
    expect((await broker.spending("a")).run).toMatchObject({ requests: made, cost: made });
    const sibling = await open({ run: "b", routes: routes() });
    expect((await post(sibling, path, body)).status).toBe(200);
  });

  it("of a parent holds over ten children at a time: at most one call over", async () => {
    const { open, broker } = await served();
    const sockets = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        open({ run: `child ${n}`, parent: "p", routes: routes(), parent_limits: { cost: 7.5 } }),
      ),
    );
    const statuses = await Promise.all(
      sockets.flatMap((socket) => [0, 1, 2].map(async () => (await post(socket, path, body)).status)),
    );
    // Each costs a dollar: the eighth goes over.
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect(statuses.filter((status) => status === 403)).toHaveLength(22);
    expect((await broker.spending("child 3")).parent).toMatchObject({ requests: 8, cost: 8 });
  });

  it("of time refuses what begins after it", async () => {
    const { open } = await served();
    const limits = { deadline_at: new Date(Date.now() - 1).toISOString() };
    const answer = await post(await open({ run: "a", routes: routes(), limits }), path, body);
    expect(answer).toMatchObject({ status: 403 });
    expect(answer.text).toContain("its time is over");
  });

  it("of cost is refused with a model whose price nobody knows, and with tools that cost more than tokens", async () => {
    const { broker } = await served();
    const unknown = { local: { upstream: vendor.url, models: ["smollm2"] } };
    const refused = { code: "COST_WITHOUT_PRICE", message: expect.stringContaining("smollm2") };
    await expect(broker.open({ run: "a", routes: unknown, limits: { cost: 1 } })).rejects.toMatchObject(
      refused,
    );
    const shared = { run: "a", parent: "p", routes: unknown, parent_limits: { cost: 1 } };
    await expect(broker.open(shared)).rejects.toMatchObject(refused);
    const tools = { openai: { ...routes().openai, grants: { vendor_tools: true } } };
    await expect(broker.open({ run: "a", routes: tools, limits: { cost: 1 } })).rejects.toMatchObject({
      code: "COST_WITHOUT_PRICE",
    });
    expect(await broker.open({ run: "a", routes: unknown, limits: { tokens: 10 } })).toContain("/runs/");
  });

  it("is waited for by calls beyond those that may be made at a time", async () => {
    const { open, broker } = await served();
    const socket = await open({ run: "a", routes: routes(), limits: { concurrency: 1 } });
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await post(socket, path, body)).status));
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect((await broker.spending("a")).run.requests).toBe(4);
  });
});

describe("what was spent", () => {
  it("is known to the next broker, and goes when its owner has read it", async () => {
    const first = await served();
    const run = { run: "a", routes: routes(), limits: { requests: 2 } };
    const child = { run: "c", parent: "p", routes: routes() };
    await post(await first.open(run), path, body);
    await post(await first.open(child), path, body);
    await first.stop();
    const { broker, open, directory } = await served({ directory: first.directory });
    const ledgers = join(directory, "ledgers");
    expect(readdirSync(ledgers)).toHaveLength(2);
    expect(
      readdirSync(ledgers)
        .map((name) => readFileSync(join(ledgers, name), "utf8"))
        .join(""),
    ).not.toContain("hello");
    const socket = await open(run);
    expect((await post(socket, path, body)).status).toBe(200);
    expect((await post(socket, path, body)).status).toBe(403);
    expect((await broker.close("a")).run).toMatchObject({ requests: 2, cost: 2 });
    await broker.forget("a");
    await broker.forget("c", "p");
    await open({ ...child, run: "d" });
    expect((await broker.close("d")).parent).toMatchObject({ requests: 1 });
    expect(readdirSync(ledgers)).toHaveLength(1);
    expect(readdirSync(join(directory, "runs"))).toHaveLength(0);
  });

  it("of a run that a killed broker left, and nobody opened again, leaves nothing but what its parent paid", async () => {
    const first = await served();
    const child = { run: "c", parent: "p", routes: routes() };
    await post(await first.open(child), path, body);
    // What a broker that is killed does not come to.
    const runs = join(first.directory, "runs");
    const [left = ""] = readdirSync(runs);
    await first.stop();
    mkdirSync(join(runs, left));
    writeFileSync(join(runs, left, "model.sock"), "");
    const { broker, open } = await served({ directory: first.directory });
    await broker.forget("c", "p");
    expect(readdirSync(runs)).toEqual([]);
    await open({ ...child, run: "d" });
    expect((await broker.close("d")).parent).toMatchObject({ requests: 1, cost: 1 });
  });
});
