import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const packages = readdirSync(new URL("packages", import.meta.url));

const source = (name: string, path: string) =>
  new URL(`packages/${name}/src/`, import.meta.url).pathname + path;

// Where continuous integration reads the totals of this run.
const report = process.env["RETINUE_TEST_REPORT"];

const hostile = "apps/subagent-server/test/hostile/*.test.ts";

export default defineConfig({
  resolve: {
    // Tests run on the sources; only programs that tests start as processes are built first.
    alias: packages.flatMap((name) => [
      { find: new RegExp(`^@retinue/${name}$`), replacement: source(name, "index.ts") },
      // Further entries, each with an index of its own: @retinue/<name>/<entry>.
      { find: new RegExp(`^@retinue/${name}/([a-z-]+)$`), replacement: source(name, "$1/index.ts") },
    ]),
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "tests",
          // Not by `exclude`: that would take the place of what a command line excludes.
          include: ["{packages,apps,scripts}/*/test/**/*.test.ts", `!${hostile}`],
          // Most tests wait for processes: two at a time keep even two cores busy.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Afterwards, one file at a time: they look at how long a server takes to answer.
        test: { name: "hostile", include: [hostile], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
    // For what hangs, not for what is slow: machines differ by much, and so does what else they do.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // A name says why its suite is skipped, to the end.
    taskTitleValueFormatTruncate: 200,
    globalSetup: "packages/testkit/src/state-home/own-state-home.ts",
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
  },
});
