import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { keyHider } from "../../src/ask/hide-keys.ts";
import { transcript } from "../../src/ask/transcript.ts";

it("keeps so much of what an agent says, says that it is cut, and notes no key", () => {
  const directory = temporaryDirectory("retinue-transcript-");
  const hideKeys = (text: string) => text.replaceAll("sk-secret", "…");
  const said = transcript({ scratch: { directory, name: "alpha_0" }, hideKeys });
  const mebi = "x".repeat(1024 * 1024);
  for (let count = 0; count < 40; count++) said.write(mebi);
  said.note("refused: sk-secret");
  const text = readFileSync(join(directory, "alpha_0.txt"), "utf8");
  expect(text.replaceAll(mebi, "M")).toBe(
    `${"M".repeat(32)}\n--- cut: only 33554432 characters of a round are kept here\n\n--- refused: …\n`,
  );
  expect(said.whereabouts()).toContain("41943040 characters");
});

it("keeps no key that an agent says, also where it comes in pieces, between many others", () => {
  const directory = temporaryDirectory("retinue-transcript-");
  const keys = { OPENAI_API_KEY: "sk-secret-of-ours", PEM_KEY: "-----BEGIN-----\n\n0123456789".repeat(40) };
  const said = transcript({ scratch: { directory, name: "alpha_0" }, hideKeys: keyHider([], keys) });
  const words = "It is forty-two, \u{1F600} as you may see. ";
  const text = `${Object.values(keys).join(words)}${words}postgres://me:pw-of-mine@db/x ${words}`.repeat(20);
  // Of prime length, so that each key is parted in many ways, and each character of two halves as well.
  for (let at = 0; at < text.length; at += 7) said.write(text.slice(at, at + 7));
  said.flush();
  const kept = readFileSync(join(directory, "alpha_0.txt"), "utf8");
  expect(kept).toBe(`…${words}…${words}postgres://…@db/x ${words}`.repeat(20));
  expect(said.whereabouts()).toContain(`${text.length} characters`);
});

it("keeps no key of a long piece either, wherever in it the key stands", () => {
  const directory = temporaryDirectory("retinue-transcript-");
  const key = "sk-secret-of-ours";
  const hideKeys = keyHider([], { OPENAI_API_KEY: key });
  for (const [at, back] of Array.from({ length: key.length }, (_, n) => [n, 4096 + n] as const)) {
    const said = transcript({ scratch: { directory, name: `a_${at}` }, hideKeys });
    said.write("x".repeat(100_000) + key + "y".repeat(back - key.length));
    said.flush();
    expect(readFileSync(join(directory, `a_${at}.txt`), "utf8")).toMatch(/^x{100000}…y+$/);
  }
});

it("writes what comes before the reply is over, and the rest before a note", () => {
  const directory = temporaryDirectory("retinue-transcript-");
  const said = transcript({ scratch: { directory, name: "alpha_0" }, hideKeys: (text) => text });
  const path = join(directory, "alpha_0.txt");
  // A character of two halves stands at each even place, where the text is parted.
  const text = `x${"\u{1F600}".repeat(5000)}`;
  for (let at = 0; at < text.length; at++) said.write(text.charAt(at));
  const early = readFileSync(path, "utf8");
  expect(early.length).toBeGreaterThan(0);
  expect(text.startsWith(early)).toBe(true);
  said.note("asked again");
  expect(readFileSync(path, "utf8")).toBe(`${text}\n--- asked again\n`);
});
