import { readFileSync } from "node:fs";
import { readManifest } from "@retinue/testkit";

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The requirements that no passed test of these reports names: one whose tests were skipped is not shown to hold. */
export function unprovenRequirements(directory: string, reports: readonly string[]): string[] {
  const passed = reports
    .flatMap((path) => (JSON.parse(readFileSync(path, "utf8")) as VitestReport).testResults)
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed");
  // As `verifies` writes them into a name.
  const named = passed.flatMap(({ fullName }) => [...fullName.matchAll(/\[([A-Z0-9 -]+)\]/g)]);
  const proven = new Set(named.flatMap(([, ids = ""]) => ids.split(" ")));
  return readManifest(directory)
    .map(({ id }) => id)
    .filter((id) => !proven.has(id));
}
