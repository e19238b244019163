import { existsSync } from "node:fs";
import { join } from "node:path";
import { sumReports } from "./sum-reports.ts";
import { unprovenRequirements } from "./unproven-requirements.ts";

// Prints what failed, which requirements no test showed, and, last, "N passed, N failed, N skipped" over the given
// reports of vitest; exits 1 unless all is well.
const reports = process.argv.slice(2);
const { passed, failed, skipped, failures } = sumReports(reports);
for (const failure of failures) console.log(failure);
const requirements = join(import.meta.dirname, "../../requirements");
// A report that is missing is said above.
const unproven = reports.every((path) => existsSync(path)) ? unprovenRequirements(requirements, reports) : [];
if (unproven.length > 0) console.log(`no test that ran shows these requirements: ${unproven.join(", ")}`);
const wrong = failed + unproven.length;
console.log(`${passed} passed, ${wrong} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = wrong > 0 || passed === 0 ? 1 : 0;
