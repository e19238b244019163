import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { claimedIds, readManifest, temporaryDirectory, type Requirement } from "../../src/index.ts";

const repository = join(import.meta.dirname, "../../../..");
const requirements = readManifest(join(repository, "requirements"));

test("every requirement has a test", () => {
  expect(requirements.length).toBeGreaterThan(60);
  expect(untested(requirements, repository)).toEqual([]);
});

test("no test names a requirement that does not exist", () => {
  expect(unknownIds(requirements, repository)).toEqual([]);
});

test("the README of the runtime lists what is met in part, with what is missing", () => {
  const readme = readFileSync(join(repository, "packages/runtime/README.md"), "utf8");
  const [, section = ""] = readme.split("## What is met in part\n");
  const rows = section
    .split("\n## ", 1)[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^[|\s]+|[|\s]+$/g, "")));
  const inPart = requirements.filter(({ missing }) => missing !== undefined);
  expect(rows).toEqual(inPart.map(({ id, text, missing }) => [`\`${id}\``, text, missing]));
});

test("a missing test and an unknown id are found", () => {
  const directory = temporaryDirectory();
  write(directory, "requirements/one.json", JSON.stringify([entry("A"), entry("B")]));
  write(directory, "packages/any/test/some.test.ts", `test("x " + ${"verifies"}("A", "Z"), run);`);
  const listed = readManifest(join(directory, "requirements"));
  expect(untested(listed, directory)).toEqual(["B"]);
  expect(unknownIds(listed, directory)).toEqual(["Z"]);
  write(directory, "requirements/two.json", JSON.stringify([entry("A")]));
  expect(() => readManifest(join(directory, "requirements"))).toThrow("A is twice");
});

function untested(listed: readonly Requirement[], root: string): string[] {
  const claims = claimedIds(root);
  return listed.map(({ id }) => id).filter((id) => !claims.has(id));
}

function unknownIds(listed: readonly Requirement[], root: string): string[] {
  const known = new Set(listed.map(({ id }) => id));
  return [...claimedIds(root).keys()].filter((id) => !known.has(id));
}

function entry(id: string) {
  return { id, kind: "rule", text: "t", source: "s" };
}

function write(directory: string, path: string, content: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), content);
}
