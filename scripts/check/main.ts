import { join } from "node:path";
import { checkFileAccess } from "./confine/check-file-access.ts";
import { checkDependencies } from "./house/check-dependencies.ts";
import { checkFolders } from "./house/check-folders.ts";
import { checkHouse } from "./house/check-house.ts";
import { checkManifests } from "./publish/check-manifests.ts";
import { checkPublished } from "./publish/check-published.ts";
import { checkExamples } from "./readme/check-examples.ts";
import { checkReadmes } from "./readme/check-readmes.ts";
import type { Check } from "./report/check-report.ts";
import { judge } from "./report/judge.ts";
import { checkLength } from "./size/check-length.ts";
import { checkFormat } from "./tools/check-format.ts";
import { checkLint } from "./tools/check-lint.ts";
import { checkShell } from "./tools/check-shell.ts";
import { checkTypes } from "./tools/check-types.ts";
import { checkUnused } from "./tools/check-unused.ts";

const checks: Readonly<Record<string, Check>> = {
  format: checkFormat,
  lint: checkLint,
  types: checkTypes,
  unused: checkUnused,
  shell: checkShell,
  house: checkHouse,
  folders: checkFolders,
  depends: checkDependencies,
  access: (root) => checkFileAccess(root),
  length: checkLength,
  readmes: checkReadmes,
  examples: checkExamples,
  manifests: checkManifests,
  published: checkPublished,
};

const root = join(import.meta.dirname, "../..");
const requireAll = (process.env["RETINUE_REQUIRE_ALL"] ?? "") !== "";
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(", ")}. There are: ${Object.keys(checks).join(", ")}.`);
  process.exit(2);
}

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { passed, lines } = judge(name, await check(root), requireAll);
  for (const line of lines) console.log(line);
  if (!passed) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
