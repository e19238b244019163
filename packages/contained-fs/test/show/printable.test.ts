import { expect, it } from "vitest";
import { printable, printableLine } from "../../src/index.ts";

it.each([
  ["an escape", "\u001B[2J", "\\u001b[2J"],
  ["a C1 introducer", "\u009B2J", "\\u009b2J"],
  ["backspaces and returns", "ok\b\b\rno", "ok\\u0008\\u0008\\u000dno"],
  ["turned text", "a\u202Etxt.exe\u2066", "a\\u202etxt.exe\\u2066"],
  ["a bell and a NUL", "\u0007\0\u007F", "\\u0007\\u0000\\u007f"],
])("attack 21: shows %s as what it is", (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});

it("keeps lines, tabs and every letter, and makes one line where one is wanted", () => {
  expect(printable("ä\tb\r\nпр😀\n")).toBe("ä\tb\nпр😀\n");
  expect(printableLine("a\n\tb")).toBe("a\\n\\tb");
});

it("attack 21: is JSON of the same value when it was JSON", () => {
  const value = { text: "\u009B\u202E\u2028\u007F\u001B\n" };
  const shown = printable(JSON.stringify(value));
  expect(shown).toMatch(/^[ -~]+$/);
  expect(JSON.parse(shown)).toEqual(value);
});
