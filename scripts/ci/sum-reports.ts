import { existsSync, readFileSync } from "node:fs";

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message?: string; assertionResults: { status: string }[] }[];
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why something counts as failed although no test of it did. */
  readonly problems: readonly string[];
}

/** Adds up vitest's JSON reports. A missing report, and a file that could not be loaded, count as failed. */
export function sumReports(paths: readonly string[]): Totals {
  const problems: string[] = [];
  let [passed, failed, skipped] = [0, 0, 0];
  for (const path of paths) {
    if (!existsSync(path)) {
      problems.push(`${path} was not written: the run ended before its tests did`);
      continue;
    }
    const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    skipped += report.numPendingTests + report.numTodoTests;
    problems.push(
      ...report.testResults
        .filter(({ status, assertionResults: tests }) => status === "failed" && !tests.some(isFailed))
        .map(({ name, message }) => `${name} failed outside its tests: ${message ?? "no message"}`),
    );
  }
  return { passed, failed: failed + problems.length, skipped, problems };
}

function isFailed({ status }: { status: string }): boolean {
  return status === "failed";
}
