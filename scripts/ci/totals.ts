import { sumReports } from "./sum-reports.ts";

// Prints what failed and, last, "N passed, N failed, N skipped" over the given reports of vitest; exits 1 unless all is well.
const { passed, failed, skipped, failures } = sumReports(process.argv.slice(2));
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
