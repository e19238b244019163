import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { verifies } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import {
  claimRequest,
  decide,
  listOutbox,
  openExchange,
  publish,
  readRequest,
  spoolEntries,
  sweep,
} from "../../src/host/index.ts";
import { maxMessageBytes, newResponse } from "../../src/index.ts";
import { writeRequest } from "../../src/parent/index.ts";
import { request, temporaryExchange } from "../exchange.ts";

const replacing = new URL("../programs/replacing-parent.ts", import.meta.url).pathname;

const plant: [what: string, plant: (outbox: string, at: string) => void][] = [
  [
    "a symbolic link",
    (outbox, at) => (writeFileSync(join(outbox, "target"), "{}"), symlinkSync("target", at)),
  ],
  [
    "a hard link",
    (outbox, at) => (writeFileSync(join(outbox, "target"), "{}"), linkSync(join(outbox, "target"), at)),
  ],
  ["a FIFO", (_outbox, at) => execFileSync("mkfifo", [at])],
  ["a directory", (_outbox, at) => mkdirSync(at)],
  ["a file of 2 GB", (_outbox, at) => (writeFileSync(at, ""), truncateSync(at, 2 ** 31))],
];

test.each(plant)("attacks 2 and 5: %s instead of a request is refused and removed", (_what, put) => {
  const exchange = temporaryExchange();
  put(exchange.outbox, join(exchange.outbox, "request_scout.json"));
  const claim = claimRequest(exchange, "scout");
  expect(claim).toMatchObject({ outcome: "refused", reason: expect.stringContaining("request_scout.json") });
  expect(listOutbox(exchange, { maxEntries: 10 }).requests).toEqual([]);
  expect(readdirSync(exchange.spool)).toEqual([]);
});

test("attack 4: what was taken does not change with the parent's file", () => {
  const exchange = temporaryExchange();
  writeRequest(exchange.outbox, request());
  const claim = claimRequest(exchange, "scout");
  writeRequest(exchange.outbox, request({ task: "Something else" }));
  if (claim.outcome !== "claimed") throw new Error(claim.outcome);
  expect(readRequest(exchange, claim.entry)).toMatchObject({ ok: true, request: { task: "Look around" } });
});

test(`attack 16: the same pair of ids is taken once, another request of the subagent again ${verifies("HOST-IDENTITY")}`, () => {
  const exchange = temporaryExchange();
  const take = (requestId: string) => {
    writeRequest(exchange.outbox, request({ request_id: requestId }));
    return claimRequest(exchange, "scout").outcome;
  };
  expect([take("one"), take("one"), take("two"), claimRequest(exchange, "scout").outcome]).toEqual([
    "claimed",
    "replayed",
    "claimed",
    "gone",
  ]);
});

test("a request that cannot be parsed is taken all the same, and says why it will be refused", () => {
  const exchange = temporaryExchange();
  writeFileSync(join(exchange.outbox, "request_scout.json"), "{");
  const claim = claimRequest(exchange, "scout");
  if (claim.outcome !== "claimed") throw new Error(claim.outcome);
  expect(claim.entry.requestId).toMatch(/^unreadable-[0-9a-f]{16}$/);
  expect(readRequest(exchange, claim.entry)).toEqual({
    ok: false,
    problem: expect.stringContaining("not JSON"),
  });
});

test("attack 1: body and file name that differ are refused under the ids of the file", () => {
  const exchange = temporaryExchange();
  writeFileSync(join(exchange.outbox, "request_other.json"), JSON.stringify(request()));
  const claim = claimRequest(exchange, "other");
  if (claim.outcome !== "claimed") throw new Error(claim.outcome);
  expect(claim.entry).toEqual({ subagentId: "other", requestId: request().request_id });
  expect(readRequest(exchange, claim.entry)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("named after other"),
  });
  expect(() => claimRequest(exchange, "../x")).toThrow(/not allowed/);
});

test("attack 17: requests are listed in order of arrival, among any junk, up to a limit", async () => {
  const exchange = temporaryExchange();
  for (const id of ["zeta", "alpha", "mid"]) {
    writeRequest(exchange.outbox, request({ subagent_id: id }));
    // File systems count time in ticks.
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  for (let n = 0; n < 50; n += 1) writeFileSync(join(exchange.outbox, `junk_${n}`), "");
  writeFileSync(join(exchange.outbox, "cancel_mid"), "");
  expect(listOutbox(exchange, { maxEntries: 100 })).toEqual({
    requests: ["zeta", "alpha", "mid"],
    cancels: ["mid"],
    truncated: false,
  });
  expect(listOutbox(exchange, { maxEntries: 20 }).truncated).toBe(true);
});

test(
  "a request that replaces one while it is taken is taken next, and none is lost",
  { timeout: 120_000 },
  async () => {
    const exchange = temporaryExchange();
    const pairs = 100;
    const parent = spawn(process.execPath, [replacing, exchange.outbox, String(pairs)], { stdio: "inherit" });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const taken = new Set<string>();
    const take = () => {
      const claim = claimRequest(exchange, "scout");
      if (claim.outcome === "claimed") taken.add(claim.entry.requestId);
    };
    while (parent.exitCode === null) {
      for (let round = 0; round < 50; round += 1) take();
      await setImmediate();
    }
    take();
    const replacements = Array.from({ length: pairs }, (_, n) => `second-${n}`);
    expect(replacements.filter((id) => !taken.has(id))).toEqual([]);
  },
);

test("a request that a host had in hand when it was killed is taken by the next one", () => {
  const exchange = temporaryExchange();
  const aside = join(exchange.outbox, ".request_scout.json.1x2y.aside");
  writeFileSync(aside, JSON.stringify(request()));
  // What the parent has asked meanwhile is another request, and stays.
  writeRequest(exchange.outbox, request({ request_id: "newer" }));
  for (const name of [".response_scout.json.1x2y.tmp", ".receipt_scout.json.1x2y.aside"])
    writeFileSync(join(exchange.outbox, name), "{");
  sweep(exchange);
  expect(spoolEntries(exchange)).toMatchObject([{ requestId: request().request_id, stage: "claimed" }]);
  expect(readdirSync(exchange.outbox)).toEqual(["request_scout.json"]);
});

test("attack 17: of a flood that feigns to have been set aside, a host that begins takes a few", () => {
  const exchange = temporaryExchange();
  for (let n = 0; n < 100; n += 1) writeFileSync(join(exchange.outbox, `.request_s${n}.json.a1.aside`), "{}");
  sweep(exchange);
  expect(spoolEntries(exchange).length).toBeLessThan(10);
});

test("a request that the spool cannot take stays in the outbox", () => {
  const exchange = temporaryExchange();
  writeRequest(exchange.outbox, request());
  expect(() => claimRequest({ ...exchange, spool: join(exchange.spool, "gone") }, "scout")).toThrow(/gone/);
  expect(readdirSync(exchange.outbox)).toEqual(["request_scout.json"]);
  expect(claimRequest(exchange, "scout").outcome).toBe("claimed");
});

test("a spool that the parent could reach, or others may read, is refused", () => {
  const { outbox, spool } = temporaryExchange();
  expect(() => openExchange({ outbox, spool: join(outbox, "spool") })).toThrow(/inside each other/);
  const open = `${spool}-open`;
  mkdirSync(open, { mode: 0o755 });
  expect(() => openExchange({ outbox, spool: open })).toThrow(/this user alone/);
});

test("a request or a response in the spool that has grown beyond a message is not read", () => {
  const exchange = temporaryExchange();
  writeRequest(exchange.outbox, request());
  const claim = claimRequest(exchange, "scout");
  if (claim.outcome !== "claimed") throw new Error(claim.outcome);
  const ids = { subagentId: "scout", requestId: claim.entry.requestId };
  decide(exchange, claim.entry, newResponse(ids, { status: "completed", exitCode: 0 }, new Date()));
  const sizes = readdirSync(exchange.spool).map((name) => {
    const path = join(exchange.spool, name);
    // Blanks: as long as it is read, it is the same message.
    writeFileSync(path, readFileSync(path, "utf8").padEnd(maxMessageBytes));
    return path;
  });
  expect(readRequest(exchange, claim.entry)).toMatchObject({ ok: true });
  expect(publish(exchange, claim.entry)).toEqual({ published: true });
  for (const path of sizes) appendFileSync(path, " ");
  const tooLarge = expect.objectContaining({ code: "TOO_LARGE" });
  expect(() => readRequest(exchange, claim.entry)).toThrow(tooLarge);
  expect(() => publish(exchange, claim.entry)).toThrow(tooLarge);
});

test("a request is claimed once it is kept, though an earlier one's receipt cannot be cleared away", (context) => {
  const exchange = temporaryExchange();
  const receipt = join(exchange.outbox, "receipt_scout.json");
  writeFileSync(receipt, "{}");
  const { status, stderr } = spawnSync("mount", ["--bind", receipt, receipt], { encoding: "utf8" });
  if (status !== 0) {
    if (process.env["RETINUE_REQUIRE_ALL"] !== undefined) throw new Error(stderr);
    return context.skip(`mount: ${stderr}`);
  }
  onTestFinished(() => void spawnSync("umount", ["-l", receipt]));
  writeRequest(exchange.outbox, request());
  expect(claimRequest(exchange, "scout")).toMatchObject({ outcome: "claimed" });
  expect(readdirSync(exchange.outbox)).toEqual(["receipt_scout.json"]);
});
