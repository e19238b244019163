import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  claimRequest,
  decide,
  endHeartbeat,
  mark,
  publish,
  publishReceipt,
  showHeartbeat,
  sweep,
  unmark,
  type Exchange,
} from "../../src/host/index.ts";
import { newResponse } from "../../src/index.ts";
import { request, temporaryExchange } from "../exchange.ts";

const entry = { subagentId: "scout", requestId: "0123456789abcdef" };

/** A host that may change nothing any more, where another one has claimed, marked and decided. */
function deposed(): { host: Exchange; there: () => string[] } {
  const other = temporaryExchange();
  writeFileSync(join(other.outbox, "request_scout.json"), JSON.stringify(request()));
  expect(claimRequest(other, "scout").outcome).toBe("claimed");
  mark(other, entry, "go");
  decide(other, entry, newResponse(entry, { status: "completed" }, new Date()));
  writeFileSync(join(other.outbox, "request_next.json"), JSON.stringify(request()));
  for (const name of ["cancel_scout", "watcher.alive", ".response_scout.json.x.tmp"])
    writeFileSync(join(other.outbox, name), "");
  const confirm = () => {
    throw new Error("another one works here");
  };
  return {
    host: { ...other, confirm },
    there: () => [...readdirSync(other.outbox), ...readdirSync(other.spool)].toSorted(),
  };
}

it.each<[string, (host: Exchange) => unknown]>([
  ["claims nothing", (host) => claimRequest(host, "next")],
  ["decides nothing", (host) => decide(host, { ...entry, requestId: "fedcba9876543210" }, {} as never)],
  ["marks nothing", (host) => mark(host, entry, "lent")],
  ["takes no mark back", (host) => unmark(host, entry, "go")],
  ["publishes nothing, and takes no cancel away", (host) => publish(host, entry)],
  ["shows no life", showHeartbeat],
  ["takes no sign of life away", endHeartbeat],
  ["sweeps nothing", sweep],
])("a host that is not confirmed %s", (_what, change) => {
  const { host, there } = deposed();
  const before = there();
  expect(() => change(host)).toThrow("another one works here");
  expect(there()).toEqual(before);
});

it("and tells no receipt", () => {
  const { host, there } = deposed();
  const before = there();
  expect(publishReceipt(host, entry, {} as never)).toMatchObject({ published: false });
  expect(there()).toEqual(before);
});

it.each([
  ["was kept", 3],
  ["has its receipt aside", 4],
])(
  "a claim that is not confirmed any more once it %s leaves another one's receipt there",
  (_when, confirmed) => {
    const { host, there } = deposed();
    writeFileSync(join(host.outbox, "receipt_next.json"), "of the other's run");
    const receipts = () => there().filter((name) => name.includes("receipt"));
    let asked = 0;
    const confirm = () => {
      asked += 1;
      if (asked > confirmed) throw new Error("another one works here");
    };
    const next = request({ request_id: "fedcba9876543210" });
    writeFileSync(join(host.outbox, "request_next.json"), JSON.stringify(next));
    expect(claimRequest({ ...host, confirm }, "next").outcome).toBe("claimed");
    expect(asked).toBe(confirmed + 1);
    expect(receipts()).toEqual(["receipt_next.json"]);
    expect(readFileSync(join(host.outbox, "receipt_next.json"), "utf8")).toBe("of the other's run");
  },
);

it("a claim that is not confirmed any more when its name was changed is undone", () => {
  const { host, there } = deposed();
  const before = there();
  let asked = 0;
  const confirm = () => {
    asked += 1;
    if (asked > 1) throw new Error("another one works here");
  };
  expect(() => claimRequest({ ...host, confirm }, "next")).toThrow("another one works here");
  expect(there()).toEqual(before);
});
