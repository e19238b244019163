import { describe, expect, test } from "vitest";
import { hideUrlCredentials, mayBeginUrlCredential, urlCredentials } from "../../src/index.ts";

describe("credentials in URLs", () => {
  test.each([
    ["at https://user:hunter2@host/v1: no", "at https://…@host/v1: no"],
    ["https://user:a@b@host, http://key@host", "https://…@host, http://…@host"],
    [
      "https://host/v1?api-version=1&api_key=abc&x=1#token=d",
      "https://host/v1?api-version=1&api_key=…&x=1#token=…",
    ],
    ["write to me@host or see https://host/@user", "write to me@host or see https://host/@user"],
  ])("%s", (text, hidden) => {
    expect(hideUrlCredentials(text)).toBe(hidden);
  });

  test("are found as they are written, decoded, encoded and in a header", () => {
    const found = urlCredentials("https://user:p%40ss%20word@host?sig=a%2Fb");
    const header = Buffer.from("user:p@ss word").toString("base64");
    expect(found).toEqual(expect.arrayContaining(["p%40ss%20word", "p@ss word", "a%2Fb", "a/b", header]));
    expect(urlCredentials("https://just-a-key@host")).toContain("just-a-key");
    expect(urlCredentials("https://user:pass/word@host")).toContain("pass/word");
    expect(urlCredentials("https://host/v1?model=x")).toEqual([]);
  });

  test.each([
    ["see ", "htt"],
    ["see ", "https://user:hunter2"],
    ["see x", "?sig=abc"],
    ["https://host/v1", "?api_ke"],
    ["All is said. ", ""],
    ["https://…@host/a ", "word"],
  ])("may have begun at the end of a text: %s|%s", (before, begun) => {
    expect(mayBeginUrlCredential(before + begun)).toBe(before.length);
  });

  test("are looked for in long texts that were made to be slow", () => {
    const hard = [
      "a.".repeat(1e6),
      "a://".repeat(5e5),
      `?${"k".repeat(2e6)}`,
      "?key".repeat(5e5),
      "://@".repeat(5e5),
    ];
    for (const text of hard) {
      expect(hideUrlCredentials(text).length).toBeGreaterThan(0);
      expect(mayBeginUrlCredential(text)).toBeGreaterThan(0);
    }
  });
});
