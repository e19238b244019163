import { timingSafeEqual } from "node:crypto";
import { digestOf } from "../front/check-token.ts";
import type { BrokerRun } from "./broker-run.ts";

/** The run whose token this is. Each is compared, in a time that tells nothing of how near a guess was. */
export function runByToken(token: string, runs: Iterable<BrokerRun>): BrokerRun | undefined {
  const given = digestOf(token);
  let found: BrokerRun | undefined;
  for (const run of runs) {
    const { token_sha256: digest } = run.wanted;
    if (digest !== undefined && isDigest(given, digest)) found = run;
  }
  return found;
}

/** Whether one of these digests, in hexadecimal digits, is the token's. */
export function isAmong(token: string, digests: Iterable<string>): boolean {
  const given = digestOf(token);
  return [...digests].some((digest) => isDigest(given, digest));
}

function isDigest(given: Buffer, digest: string): boolean {
  const wanted = Buffer.from(digest, "hex");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
