import { eventually } from "@retinue/testkit";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import {
  claimRequest,
  decide,
  isCancelRequested,
  isMarked,
  mark,
  publish,
  spoolEntries,
  spoolStage,
  sweep,
  unmark,
} from "../../src/host/index.ts";
import { newResponse } from "../../src/index.ts";
import { requestCancel, writeRequest } from "../../src/parent/index.ts";
import { request, temporaryExchange } from "../exchange.ts";

const kills = process.env["RETINUE_LONG"] === "1" ? 200 : 20;
const program = new URL("../programs/answering-host.ts", import.meta.url).pathname;
const entry = { subagentId: "scout", requestId: request().request_id };
const answer = (status: "completed" | "cancelled") => newResponse(entry, { status }, new Date());

test("the spool says how far each request got", () => {
  const exchange = temporaryExchange();
  const stage = () => spoolEntries(exchange).map((each) => each.stage);
  writeRequest(exchange.outbox, request());
  claimRequest(exchange, "scout");
  expect(stage()).toEqual(["claimed"]);
  mark(exchange, entry, "lent");
  expect([...stage(), isMarked(exchange, entry, "lent"), isMarked(exchange, entry, "go")]).toEqual([
    "claimed",
    true,
    false,
  ]);
  mark(exchange, entry, "go");
  expect(stage()).toEqual(["going"]);
  unmark(exchange, entry, "go");
  expect(stage()).toEqual(["claimed"]);
  mark(exchange, entry, "go");
  expect(() => publish(exchange, entry)).toThrow(expect.objectContaining({ code: "NOT_DECIDED" }));
  decide(exchange, entry, answer("completed"));
  expect(stage()).toEqual(["decided"]);
  publish(exchange, entry);
  expect(spoolEntries(exchange)).toEqual([{ ...entry, stage: "published" }]);
  expect(spoolStage(exchange, entry)).toBe("published");
});

test("attacks 15 and 23: the first decision is final, whatever is decided or forged later", () => {
  const exchange = temporaryExchange();
  requestCancel(exchange.outbox, "scout");
  expect(isCancelRequested(exchange, "scout")).toBe(true);
  decide(exchange, entry, answer("cancelled"));
  expect(decide(exchange, entry, answer("completed")).status).toBe("cancelled");
  writeFileSync(join(exchange.outbox, "response_scout.json"), JSON.stringify(answer("completed")));
  expect(publish(exchange, entry)).toEqual({ published: true });
  const published = readFileSync(join(exchange.outbox, "response_scout.json"), "utf8");
  expect(JSON.parse(published)).toMatchObject({ status: "cancelled" });
  expect(isCancelRequested(exchange, "scout")).toBe(false);
});

test("attack 23: a cancel after the end changes nothing", () => {
  const exchange = temporaryExchange();
  decide(exchange, entry, answer("completed"));
  requestCancel(exchange.outbox, "scout");
  expect(decide(exchange, entry, answer("cancelled")).status).toBe("completed");
  publish(exchange, entry);
  const published = readFileSync(join(exchange.outbox, "response_scout.json"), "utf8");
  expect(JSON.parse(published)).toMatchObject({ status: "completed" });
});

test("attack 14: a link instead of the response is replaced, a directory there is told of", () => {
  const exchange = temporaryExchange();
  const victim = join(exchange.spool, "..", "victim");
  const response = join(exchange.outbox, "response_scout.json");
  writeFileSync(victim, "intact");
  symlinkSync(victim, response);
  decide(exchange, entry, answer("completed"));
  expect(publish(exchange, entry)).toEqual({ published: true });
  expect(readFileSync(victim, "utf8")).toBe("intact");

  const other = { subagentId: "other", requestId: "r" };
  mkdirSync(join(exchange.outbox, "response_other.json"));
  decide(exchange, other, answer("completed"));
  expect(publish(exchange, other)).toMatchObject({
    published: false,
    reason: expect.stringContaining("response_other"),
  });
});

test(
  `a host that is killed ${kills} times takes each request once and answers it with one decision`,
  { timeout: 60_000 + kills * 5000 },
  async () => {
    const exchange = temporaryExchange();
    const ids = Array.from({ length: 20 }, (_, n) => `sub${n}`);
    for (const id of ids) writeRequest(exchange.outbox, request({ subagent_id: id }));
    const runs = join(exchange.spool, "..", "runs");
    mkdirSync(runs);
    const start = () => {
      const host = spawn(process.execPath, [program, exchange.outbox, exchange.spool, runs], {
        stdio: "inherit",
      });
      onTestFinished(() => void host.kill("SIGKILL"));
      return host;
    };
    const responses = () => readdirSync(exchange.outbox).filter((name) => name.startsWith("response_"));
    for (let n = 0; n < kills; n += 1) {
      const host = start();
      await eventually("the host works", () => existsSync(join(runs, `host-${host.pid}`)));
      await delay(Math.random() * 15);
      host.kill("SIGKILL");
      await once(host, "exit");
    }
    const last = start();
    await eventually("all are answered", () => responses().length === ids.length);
    last.kill("SIGKILL");
    await once(last, "exit");
    sweep(exchange);
    for (const id of ids) {
      const response = readFileSync(join(exchange.outbox, `response_${id}.json`), "utf8");
      expect(response).toBe(readFileSync(join(exchange.spool, `${id}.${request().request_id}.resp`), "utf8"));
      const begun = readdirSync(runs).filter((name) => name.startsWith(`${id}-`));
      const { status } = JSON.parse(response) as { status: string };
      // What was interrupted may have begun, or not; what is complete has begun once.
      expect(["completed 1", "error 0", "error 1"]).toContain(`${status} ${begun.length}`);
    }
    expect(readdirSync(exchange.spool).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  },
);
