import { verifies } from "@retinue/testkit";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claimRequest, publishReceipt } from "../../src/host/index.ts";
import { forgetExchange, readReceipt, writeRequest } from "../../src/parent/index.ts";
import { request, temporaryExchange } from "../exchange.ts";

const ids = { subagentId: "scout", requestId: request().request_id };
const policy = {
  image: "sha256:0123",
  network: "none",
  user: "1000:1000",
  privileged: false,
  capabilities_added: [],
  capabilities_dropped: ["ALL"],
  security_options: ["no-new-privileges:true"],
  read_only_root: true,
  memory_bytes: 1024,
  memory_and_swap_bytes: 1024,
  cpus: 1,
  pids: 256,
  mounts: [{ target: "/workspace", type: "volume", read_only: false, source: "/ws" }],
  added_later: { ipc: "private" },
};

test(`what a host says is in force is read, whole, until the exchange is forgotten ${verifies("DELEGATION-RECEIPT")}`, () => {
  const exchange = temporaryExchange();
  expect(readReceipt(exchange.outbox, ids)).toBeUndefined();
  expect(publishReceipt(exchange, ids, policy)).toEqual({ published: true });
  expect(readReceipt(exchange.outbox, ids)).toEqual(policy);
  forgetExchange(exchange.outbox, "scout");
  expect(existsSync(join(exchange.outbox, "receipt_scout.json"))).toBe(false);
});

test("a receipt that a parent leaves there goes with its subagent's next request, not with the same again", () => {
  const exchange = temporaryExchange();
  const { outbox } = exchange;
  const take = (requestId: string) => {
    writeRequest(outbox, request({ request_id: requestId }));
    return [claimRequest(exchange, "scout").outcome, existsSync(join(outbox, "receipt_scout.json"))];
  };
  expect(take("one")).toEqual(["claimed", false]);
  publishReceipt(exchange, { ...ids, requestId: "one" }, policy);
  expect(take("one")).toEqual(["replayed", true]);
  expect(take("two")).toEqual(["claimed", false]);
});

test("a receipt of another request, one without a policy, and what is no file are none", () => {
  const exchange = temporaryExchange();
  const path = join(exchange.outbox, "receipt_scout.json");
  publishReceipt(exchange, { ...ids, requestId: "fedcba9876543210" }, policy);
  expect(readReceipt(exchange.outbox, ids)).toBeUndefined();
  publishReceipt(exchange, ids, policy);
  const document = JSON.parse(readFileSync(path, "utf8"));
  for (const wrong of [{ network: 7 }, { mounts: "all" }, { pids: undefined }]) {
    writeFileSync(path, JSON.stringify({ ...document, policy: { ...policy, ...wrong } }));
    expect(readReceipt(exchange.outbox, ids)).toBeUndefined();
  }
  const elsewhere = join(exchange.spool, "receipt.json");
  writeFileSync(elsewhere, JSON.stringify(document));
  forgetExchange(exchange.outbox, "scout");
  symlinkSync(elsewhere, path);
  expect(readReceipt(exchange.outbox, ids)).toBeUndefined();
});

test("a parent that put a directory or a link in the receipt's place harms itself only", () => {
  const exchange = temporaryExchange();
  const path = join(exchange.outbox, "receipt_scout.json");
  const victim = join(exchange.spool, "victim");
  writeFileSync(victim, "untouched");
  symlinkSync(victim, path);
  expect(publishReceipt(exchange, ids, policy)).toEqual({ published: true });
  expect(readFileSync(victim, "utf8")).toBe("untouched");
  forgetExchange(exchange.outbox, "scout");
  mkdirSync(path);
  expect(publishReceipt(exchange, ids, policy)).toMatchObject({ published: false });
});
