import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";
import { readAnswers } from "../../src/evaluate/read-answers.ts";

test("agents wrote the answers: no link leads out, nothing is waited for, nothing is without end", () => {
  const directory = temporaryDirectory();
  const at = (path: string) => join(directory, path);
  const secret = join(temporaryDirectory(), "secret.md");
  writeFileSync(secret, "secret");
  for (const folder of ["linked", "fifo", "device", "good"]) mkdirSync(at(folder));
  symlinkSync(secret, at("linked/answer.md"));
  symlinkSync(secret, at("linked.md"));
  symlinkSync("/dev/zero", at("device/answer.txt"));
  execFileSync("mkfifo", [at("fifo/answer.txt"), at("fifo.md")]);
  writeFileSync(at("good/answer.txt"), "good");
  writeFileSync(at("plain.md"), "plain");
  writeFileSync(at("sparse.txt"), "");
  truncateSync(at("sparse.txt"), 3 * 1024 ** 3);
  const answers = readAnswers(directory);
  const files = "The answer is its files.";
  expect(answers.map(({ label, text }) => [label, text.slice(0, 30)])).toEqual([
    ["device", files],
    ["fifo", files],
    ["good", "good"],
    ["linked", files],
    ["plain.md", "plain"],
    ["sparse.txt", "\0".repeat(30)],
  ]);
  expect(answers.at(-1)?.text).toMatch(/\[cut here: 3221225472 bytes in all\]$/);
  expect(answers.at(-1)?.text.length).toBeLessThan(1024 * 1024 + 100);
});

test("of more answers than a team can give 100 are read", () => {
  const directory = temporaryDirectory();
  for (let n = 0; n < 150; n += 1) writeFileSync(join(directory, `${n}.md`), "x");
  expect(readAnswers(directory)).toHaveLength(100);
});
