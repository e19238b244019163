import { timingSafeEqual } from "node:crypto";
import { digestOf } from "../front/check-token.ts";
import type { BrokerRun } from "./broker-run.ts";

/** The run whose token this is. Each is compared, in a time that tells nothing of how near a guess was. */
export function runByToken(token: string, runs: Iterable<BrokerRun>): BrokerRun | undefined {
  let found: BrokerRun | undefined;
  for (const run of runs) {
    const { token_sha256: digest } = run.wanted;
    if (digest !== undefined && bears(token, digest)) found = run;
  }
  return found;
}

/** Whether a token is the one of a digest, in hexadecimal digits. */
export function bears(token: string, digest: string): boolean {
  const [given, wanted] = [digestOf(token), Buffer.from(digest, "hex")];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
