import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newResponse } from "@retinue/delegation-protocol";
import {
  claimRequest,
  closeExchange,
  decide,
  openExchange,
  spoolStage,
  type SpoolEntry,
} from "@retinue/delegation-protocol/host";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { Unpublished } from "../../src/watch/unpublished.ts";

const quickly = { tries: 3, firstMilliseconds: 1 };

/** Decided, with a directory where the response belongs. */
function decided() {
  const directory = temporaryDirectory();
  const outbox = join(directory, "outbox");
  const inTheWay = join(outbox, "response_a.json");
  mkdirSync(inTheWay, { recursive: true });
  writeFileSync(join(outbox, "request_a.json"), "{}");
  const exchange = openExchange({ outbox, spool: join(directory, "spool") });
  onTestFinished(() => closeExchange(exchange));
  const claim = claimRequest(exchange, "a");
  if (claim.outcome !== "claimed") throw new Error(claim.outcome);
  const { entry } = claim;
  decide(exchange, entry, newResponse(entry, { status: "cancelled" }, new Date()));
  const config = { name: "parent" } as never;
  const log = () => expect.unreachable("it was said before");
  const unpublished = new Unpublished({ log }, { config, exchange }, quickly);
  const stage = (of: SpoolEntry = entry) => spoolStage(exchange, of);
  return { entry, inTheWay, unpublished, stage };
}

it("attack 14: a response that its outbox never takes is given up after so many tries, and stays decided", async () => {
  const { entry, unpublished, stage } = decided();
  unpublished.add(entry);
  expect(unpublished.trying).toBe(1);
  await eventually("it is given up", () => unpublished.trying === 0);
  expect(stage()).toBe("decided");
});

it("attack 14: a response is published by the next try once there is room", async () => {
  const { entry, inTheWay, unpublished, stage } = decided();
  unpublished.add(entry);
  rmSync(inTheWay, { recursive: true });
  await eventually("it is published", () => stage() === "published");
  expect(unpublished.trying).toBe(0);
});

it("a response is not tried again when its parent asks for something else", () => {
  const { entry, unpublished } = decided();
  unpublished.add(entry);
  unpublished.forget("a");
  expect(unpublished.trying).toBe(0);
});
