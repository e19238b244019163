import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { invalidFile, readNamedFile } from "../configure/read-named-file.ts";

const flag = "--http-token-file";

// Shorter ones can be guessed.
const minCharacters = 16;

/** What a client of the HTTP form has to know. */
export interface AccessToken {
  readonly text: string;
  /** Whether nobody knows it yet: it is to be said. */
  readonly isNew: boolean;
}

/**
 * The token in a file, or a new one without a file.
 *
 * @throws SubagentServerError INVALID_FILE.
 */
export function accessToken(file: string | undefined): AccessToken {
  if (file === undefined) return { text: randomBytes(32).toString("base64url"), isNew: true };
  const text = readNamedFile(file, flag)?.trim();
  if (text === undefined) throw invalidFile(file, flag, "it does not exist");
  // What a header can carry as a bearer token.
  if (text.length < minCharacters || !/^[\w.~+/-]+=*$/.test(text)) {
    throw invalidFile(file, flag, `it must hold one token of at least ${minCharacters} letters and digits`);
  }
  return { text, isNew: false };
}

/** Whether an Authorization header carries the token; what it takes says nothing about the token. */
export function isAuthorized({ text }: AccessToken, authorization: string | undefined): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(text));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
