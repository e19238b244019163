import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const packages = readdirSync(new URL("packages", import.meta.url));

// Where continuous integration reads the totals of this run.
const report = process.env["RETINUE_TEST_REPORT"];

export default defineConfig({
  resolve: {
    // Tests run on the sources; only programs that tests start as processes are built first.
    alias: packages.map((name) => ({
      find: new RegExp(`^@retinue/${name}$`),
      replacement: new URL(`packages/${name}/src/index.ts`, import.meta.url).pathname,
    })),
  },
  test: {
    include: ["{packages,apps,scripts}/*/test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
  },
});
