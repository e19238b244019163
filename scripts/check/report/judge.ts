import type { CheckReport } from "./check-report.ts";

/** The lines that `pnpm check` prints for a report, and whether it passed. */
export interface Judgement {
  readonly passed: boolean;
  readonly lines: readonly string[];
}

/** `requireAll`: a check that could not run counts as failed (continuous integration sets it). */
export function judge(name: string, report: CheckReport, requireAll: boolean): Judgement {
  const label = name.padEnd(10);
  if (report.skipped !== undefined) {
    return { passed: !requireAll, lines: [`${requireAll ? "FAIL" : "skip"}  ${label} ${report.skipped}`] };
  }
  const problems =
    report.looked === 0 ? [...report.problems, `looked at no ${report.unit}`] : [...report.problems];
  const passed = problems.length === 0;
  const note = report.note === undefined ? "" : `, ${report.note}`;
  const count = `${report.looked} ${report.unit}${note}`;
  return {
    passed,
    lines: passed
      ? [`ok    ${label} ${count}`]
      : [
          `FAIL  ${label} ${count}; problems: ${problems.length}`,
          ...problems.map((line) => `        ${line}`),
        ],
  };
}
