import { temporaryDirectory } from "@retinue/testkit";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const suite = join(
  dirname(require.resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);

/** The file with what is expected to fail, and why. */
export const expectedFailures = (name: string) => join(import.meta.dirname, `expected/${name}.yaml`);

export interface SuiteRun {
  /** 0: what fails is what is expected to, and nothing that is expected to fail passes. */
  readonly code: number;
  readonly output: string;
}

/** Runs what the suite has for a revision of the protocol, extensions and pending scenarios among it. */
export function runSuite(url: string, revision: string, expected: string): Promise<SuiteRun> {
  const only = revision === "extensions" ? [] : ["--spec-version", revision];
  const args = ["server", "--url", url, "--suite", "all", ...only];
  const files = ["--expected-failures", expectedFailures(expected), "--output-dir", temporaryDirectory()];
  const { promise, resolve } = Promise.withResolvers<SuiteRun>();
  execFile(process.execPath, [suite, ...args, ...files], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
    resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: `${stdout}\n${stderr}` });
  });
  return promise;
}

/** What the suite says in the end, beginning with its list of scenarios. */
export function summary(output: string): string {
  const at = output.indexOf("=== SUMMARY ===");
  return at === -1 ? output.slice(-4000) : output.slice(at);
}
