import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Refusal } from "./refusal.ts";

/**
 * Why a request does not bear a token that is known; undefined when it does. It is where the vendors' clients put a key,
 * and never in the address, which proxies and logs keep.
 *
 * @param isKnown Asked of each token that is given: all have to be known.
 */
export function checkToken(
  { url = "", headers }: IncomingMessage,
  isKnown: (token: string) => boolean,
): Refusal | undefined {
  const given = tokensIn(headers);
  if (/[?&]key=/.test(url) || given.some((each) => each !== "" && url.includes(each))) {
    const message = "a token is taken from a header, never from the address: authorization, x-api-key";
    return { status: 400, code: "token_in_url", message };
  }
  if (given.length > 0 && given.every(isKnown)) return undefined;
  const message =
    given.length === 0
      ? "a token is wanted: the one of this run, in authorization, x-api-key or x-goog-api-key"
      : "this is not the token of this run, or the run is over";
  return { status: 401, code: "token_refused", message };
}

/** A check for one token, which takes as long wherever another one differs from it. */
export function isToken(token: string): (given: string) => boolean {
  const digest = digestOf(token);
  return (given) => timingSafeEqual(digestOf(given), digest);
}

/** What may be kept of a token: nobody comes back from it. */
export function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function tokensIn(headers: IncomingMessage["headers"]): string[] {
  const bearer = /^bearer +(.*)$/i.exec(headers.authorization ?? "")?.[1];
  const given = [bearer, headers["x-api-key"], headers["x-goog-api-key"]];
  return given.filter((each) => each !== undefined).map(String);
}
