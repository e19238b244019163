import { readdirSync } from "node:fs";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { requireLeaseOfSpool } from "../../src/spool/lease-of-spool.ts";

it("a spool goes by one Lease: a watcher that goes by another one, or by none, is refused", () => {
  const spool = temporaryDirectory();
  requireLeaseOfSpool(spool, undefined);
  expect(readdirSync(spool)).toEqual([]);
  requireLeaseOfSpool(spool, "here/one");
  requireLeaseOfSpool(spool, "here/one");
  for (const other of ["here/two", undefined]) {
    expect(() => requireLeaseOfSpool(spool, other)).toThrow(`by ${other ?? "none"}`);
  }
});
