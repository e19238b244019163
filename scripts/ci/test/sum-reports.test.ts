import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sumReports } from "../sum-reports.ts";
import { unprovenRequirements } from "../unproven-requirements.ts";

const repository = join(import.meta.dirname, "../../..");

/** The report of a real run over the given test files. */
function reportOf(files: Readonly<Record<string, string>>): string {
  // Inside the repository, so that the tests find vitest.
  mkdirSync(join(repository, ".cache"), { recursive: true });
  const root = mkdtempSync(join(repository, ".cache/reports-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  writeFileSync(join(root, "vitest.config.js"), "export default {};\n");
  const report = join(root, "report.json");
  const vitest = join(repository, "node_modules/vitest/vitest.mjs");
  spawnSync(process.execPath, [vitest, "run", "--root", root, "--reporter", "json", "--outputFile", report]);
  return report;
}

const head = `import { it } from "vitest";\n`;

it("counts what passed, failed and was skipped over all reports", () => {
  const first = reportOf({
    "a.test.js": `${head}it("a", () => {});\nit("b", () => {\n  throw new Error("b");\n});\n`,
    "b.test.js": `${head}it.skip("c", () => {});\nit("d", () => {});\n`,
  });
  const second = reportOf({ "a.test.js": `${head}it("a", () => {});\n` });
  expect(sumReports([first, second])).toMatchObject({ passed: 3, failed: 1, skipped: 1 });
});

it("names each test that failed with its file and the reason", () => {
  const report = reportOf({
    "a.test.js": `${head}it("adds up", () => {\n  throw new Error("one too many");\n});\n`,
  });
  const { failures } = sumReports([report]);
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatch(/a\.test\.js > adds up\n +Error: one too many\n/);
});

it("counts a file that cannot be loaded as failed", () => {
  const report = reportOf({
    "a.test.js": `import "./nowhere.js";\n`,
    "b.test.js": `${head}it("d", () => {});\n`,
  });
  const { passed, failed, failures } = sumReports([report]);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(failures[0]).toContain("a.test.js failed outside its tests");
});

it("counts a report that was never written as failed", () => {
  expect(sumReports([join(tmpdir(), "no-such-report.json")])).toMatchObject({ passed: 0, failed: 1 });
});

it("takes no skipped test for the proof of a requirement, nor one that failed", () => {
  const report = reportOf({
    "a.test.js": `${head}it("does [A B-1]", () => {});\nit.skip("does [C]", () => {});\n`,
    "b.test.js": `${head}it("does [D]", () => {\n  throw new Error("d");\n});\n`,
  });
  const requirements = mkdtempSync(join(tmpdir(), "retinue-requirements-"));
  onTestFinished(() => rmSync(requirements, { recursive: true, force: true }));
  const all = ["A", "B-1", "C", "D"].map((id) => ({ id, kind: "rule", text: "t", source: "s" }));
  writeFileSync(join(requirements, "all.json"), JSON.stringify(all));
  expect(unprovenRequirements(requirements, [report])).toEqual(["C", "D"]);
});
