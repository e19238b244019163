import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

interface TestResult {
  status: string;
  fullName: string;
  failureMessages: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message?: string; assertionResults: TestResult[] }[];
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, one text each: a test with its file and reason, a file that did not load, a missing report. */
  readonly failures: readonly string[];
}

/** How much of a failure's message is repeated: the reason, without the stack of the test runner. */
const maxReasonLines = 8;

/** Adds up vitest's JSON reports. A missing report, and a file that could not be loaded, count as failed. */
export function sumReports(paths: readonly string[]): Totals {
  const failures: string[] = [];
  let [passed, skipped] = [0, 0];
  for (const path of paths) {
    if (!existsSync(path)) {
      failures.push(`${path} was not written: the run ended before its tests did`);
      continue;
    }
    const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
    passed += report.numPassedTests;
    skipped += report.numPendingTests + report.numTodoTests;
    for (const { name, status, message, assertionResults } of report.testResults) {
      const file = relative(process.cwd(), name);
      const failed = assertionResults.filter((test) => test.status === "failed");
      failures.push(...failed.map((test) => `${file} > ${test.fullName}\n${reason(test.failureMessages)}`));
      if (status === "failed" && failed.length === 0) {
        failures.push(`${file} failed outside its tests: ${message ?? "no message"}`);
      }
    }
  }
  return { passed, failed: failures.length, skipped, failures };
}

function reason(messages: readonly string[]): string {
  const lines = messages.join("\n").split("\n");
  return lines
    .slice(0, maxReasonLines)
    .map((line) => `    ${line}`)
    .join("\n");
}
