import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
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
