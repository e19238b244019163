import { eventually, verifies } from "@retinue/testkit";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newResponse } from "../../src/index.ts";
import { awaitResponse, forgetExchange, requestCancel, writeRequest } from "../../src/parent/index.ts";
import { request, temporaryExchange } from "../exchange.ts";

const ids = { subagentId: "scout", requestId: request().request_id };
const done = JSON.stringify(newResponse(ids, { status: "completed", exitCode: 0 }, new Date()));
const never = () => new AbortController().signal;

test(`a request is written whole, and nothing else stays beside it ${verifies("DELEGATION-REQUEST")}`, () => {
  const { outbox } = temporaryExchange();
  writeRequest(outbox, request());
  expect(readdirSync(outbox)).toEqual(["request_scout.json"]);
  expect(JSON.parse(readFileSync(join(outbox, "request_scout.json"), "utf8"))).toEqual(request());
});

test("a request that no host would take is refused before it is written", () => {
  const { outbox } = temporaryExchange();
  const refused = expect.objectContaining({ code: "INVALID_REQUEST" });
  expect(() => writeRequest(outbox, request({ timeout_seconds: 0 }))).toThrow(refused);
  expect(() => writeRequest(outbox, request({ task: "x".repeat(2 ** 21) }))).toThrow(/1048576 are allowed/);
  expect(readdirSync(outbox)).toEqual([]);
});

test("a torn response and one to another request are waited out, and told of", async () => {
  const { outbox } = temporaryExchange();
  const ignored: string[] = [];
  const waiting = awaitResponse(outbox, {
    ...ids,
    signal: never(),
    onIgnored: (reason) => ignored.push(reason),
  });
  const path = join(outbox, "response_scout.json");
  writeFileSync(path, done.slice(0, 20));
  await eventually("the torn one", () => ignored.some((reason) => reason.includes("not JSON")));
  writeFileSync(path, done.replace(ids.requestId, "fedcba9876543210"));
  await eventually("the other one", () => ignored.some((reason) => reason.includes("fedcba9876543210")));
  writeFileSync(path, done);
  expect(await waiting).toMatchObject({ status: "completed", request_id: ids.requestId });
});

test("a response that was there before, and one that comes to a directory made later, are found", async () => {
  const { outbox } = temporaryExchange();
  writeFileSync(join(outbox, "response_scout.json"), done);
  expect(await awaitResponse(outbox, { ...ids, signal: never() })).toMatchObject({ status: "completed" });
  const later = join(outbox, "later");
  const waiting = awaitResponse(later, { ...ids, signal: never() });
  mkdirSync(later);
  writeFileSync(join(later, "response_scout.json"), done);
  expect(await waiting).toMatchObject({ status: "completed" });
});

test("the wait ends with its signal", async () => {
  const { outbox } = temporaryExchange();
  const ending = new AbortController();
  const waiting = awaitResponse(outbox, { ...ids, signal: ending.signal });
  ending.abort();
  expect(await waiting).toBeUndefined();
  expect(await awaitResponse(outbox, { ...ids, signal: AbortSignal.abort() })).toBeUndefined();
});

test(`a cancel is an empty file, harmless twice, and gone with the exchange ${verifies("DELEGATION-CANCEL")}`, () => {
  const { outbox } = temporaryExchange();
  requestCancel(outbox, "scout");
  requestCancel(outbox, "scout");
  expect(readFileSync(join(outbox, "cancel_scout"), "utf8")).toBe("");
  forgetExchange(outbox, "scout");
  expect(readdirSync(outbox)).toEqual([]);
  expect(() => requestCancel(outbox, "../x")).toThrow(/not allowed/);
});

test("a new request is not stopped by the cancel of the one before", () => {
  const { outbox } = temporaryExchange();
  requestCancel(outbox, "scout");
  forgetExchange(outbox, "scout");
  writeRequest(outbox, request());
  expect(readdirSync(outbox)).toEqual(["request_scout.json"]);
});
