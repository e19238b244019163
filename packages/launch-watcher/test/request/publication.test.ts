import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newResponse } from "@retinue/delegation-protocol";
import { claimRequest, closeExchange, decide, openExchange } from "@retinue/delegation-protocol/host";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { Publication } from "../../src/request/publication.ts";
import { RequestRecord } from "../../src/request/request-record.ts";

const quickly = { tries: 3, firstMilliseconds: 1 };

/** Decided, with a directory where the response belongs. */
function decided() {
  const directory = temporaryDirectory();
  const directoryOfOutbox = join(directory, "outbox");
  const inTheWay = join(directoryOfOutbox, "response_a.json");
  mkdirSync(inTheWay, { recursive: true });
  writeFileSync(join(directoryOfOutbox, "request_a.json"), "{}");
  const exchange = openExchange({ outbox: directoryOfOutbox, spool: join(directory, "spool") });
  onTestFinished(() => closeExchange(exchange));
  const claim = claimRequest(exchange, "a");
  if (claim.outcome !== "claimed") throw new Error(claim.outcome);
  const { entry } = claim;
  decide(exchange, entry, newResponse(entry, { status: "cancelled" }, new Date()));
  const host = { config: { spool: directory }, launcher: "l" };
  const record = new RequestRecord(host, { name: "parent", records: exchange }, entry);
  const outbox = { name: "parent", records: exchange, service: { config: {} as never, exchange } };
  const said: string[] = [];
  const log = ({ event }: { event: string }) => void said.push(event);
  const publication = new Publication({ log }, outbox, record, quickly);
  onTestFinished(() => publication[Symbol.dispose]());
  return { inTheWay, publication, record, said };
}

it("attack 14: a response that its outbox never takes is given up after so many tries, and stays decided", async () => {
  const { publication, record, said } = decided();
  publication.now();
  expect(publication.isPending).toBe(true);
  const over = Promise.withResolvers<void>();
  publication.onceOver(over.resolve);
  await over.promise;
  expect([publication.isPending, record.stage]).toEqual([false, "decided"]);
  expect(said).toEqual(["unpublished"]);
});

it("attack 14: a response is published by the next try once there is room", async () => {
  const { inTheWay, publication, record, said } = decided();
  publication.now();
  rmSync(inTheWay, { recursive: true });
  await eventually("it is published", () => record.stage === "published");
  expect([publication.isPending, said]).toEqual([false, ["unpublished"]]);
});

it("a response is not tried again when its parent asks for something else", () => {
  const { publication } = decided();
  publication.now();
  publication[Symbol.dispose]();
  publication.now();
  expect(publication.isPending).toBe(false);
});
