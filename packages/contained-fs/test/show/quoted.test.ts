import { expect, it } from "vitest";
import { quoted } from "../../src/index.ts";

it("marks each line of a text, whatever ends one, so that none can pass for the prompt", () => {
  expect(quoted("one\ntwo\r\nthree\rfour\u0085five\u2028six\u2029seven\n\nnine")).toBe(
    "> one\n> two\n> three\n> four\n> five\n> six\n> seven\n>\n> nine",
  );
});
