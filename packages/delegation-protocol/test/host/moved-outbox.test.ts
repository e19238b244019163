import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  claimRequest,
  decide,
  listOutbox,
  publish,
  publishReceipt,
  sweep,
  type SpoolEntry,
} from "../../src/host/index.ts";
import { newResponse } from "../../src/index.ts";
import { writeRequest } from "../../src/parent/index.ts";
import { request, temporaryExchange } from "../exchange.ts";

const planted = [
  ".request_scout.json.1x.aside",
  ".response_scout.json.1x.tmp",
  "cancel_scout",
  "receipt_scout.json",
  "request_scout.json",
  "response_scout.json",
];

test("attack 14: what a parent puts in its outbox's place is neither read, written nor removed", () => {
  const exchange = temporaryExchange();
  const [moved, victim] = [`${exchange.outbox}-moved`, `${exchange.outbox}-victim`];
  mkdirSync(victim);
  for (const name of planted) writeFileSync(join(victim, name), "precious");
  renameSync(exchange.outbox, moved);
  symlinkSync(victim, exchange.outbox);
  writeRequest(moved, request());
  writeFileSync(join(moved, "cancel_scout"), "");
  sweep(exchange);
  expect(listOutbox(exchange, { maxEntries: 10 })).toMatchObject({ requests: ["scout"], cancels: ["scout"] });
  const claim = claimRequest(exchange, "scout");
  const entry = (claim as { entry: SpoolEntry }).entry;
  expect(publishReceipt(exchange, entry, {} as never)).toEqual({ published: true });
  decide(exchange, entry, newResponse(entry, { status: "completed" }, new Date()));
  expect(publish(exchange, entry)).toEqual({ published: true });
  expect(readdirSync(moved).toSorted()).toEqual(["receipt_scout.json", "response_scout.json"]);
  expect(readdirSync(victim).toSorted()).toEqual(planted);
  for (const name of planted) expect(readFileSync(join(victim, name), "utf8")).toBe("precious");
});
