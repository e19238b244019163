import { timingSafeEqual } from "node:crypto";
import { digestOf } from "../front/check-token.ts";
import type { BrokerRun } from "./broker-run.ts";

/** The run whose token this is. Each is compared, in a time that tells nothing of how near a guess was. */
export function runByToken(token: string, runs: Iterable<BrokerRun>): BrokerRun | undefined {
  const given = digestOf(token);
  let found: BrokerRun | undefined;
  for (const run of runs) {
    const { token_sha256: hash } = run.wanted;
    if (hash !== undefined && timingSafeEqual(given, Buffer.from(hash, "hex"))) found = run;
  }
  return found;
}
