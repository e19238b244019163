import { expect, it } from "vitest";
import { textInCall } from "../../../../src/ask/model/receive/text-in-call.ts";

it("gives the text as it comes, escapes whole", () => {
  const add = textInCall("answer");
  const pieces = [
    '{"title": "t", "answ',
    'er" : "one\\',
    "n two \\u00",
    'e4 \\"three\\"',
    '" , "more": "x"}',
  ];
  expect(pieces.map((piece) => add(piece))).toEqual(["", "one", "\n two ", 'ä "three"', ""]);
});

it("takes a reply of the longest kind in one piece", () => {
  const characters = 16 * 1024 * 1024;
  const call = (text: string) => textInCall("answer")(`{"answer":"${text}"}`);
  expect(call("a".repeat(characters))).toHaveLength(characters);
  expect(call("\\n".repeat(characters / 2))).toBe("\n".repeat(characters / 2));
});
