// Writes the list prices of models anew, from the table that LiteLLM publishes (MIT) with its package:
// `node scripts/prices/write-prices.ts`. Needs python3 with pip.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { priceTable } from "./price-table.ts";

const root = join(import.meta.dirname, "../..");
const target = join(root, "packages/model-prices/src/model-prices.ts");
const directory = mkdtempSync(join(tmpdir(), "retinue-prices-"));
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: directory, stdio: ["ignore", "ignore", "inherit"] });
try {
  run("python3", "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "litellm");
  const [wheel = ""] = readdirSync(directory);
  run("python3", "-m", "zipfile", "--extract", wheel, ".");
  const [, version = "?"] = wheel.split("-");
  const table = readFileSync(join(directory, "litellm/model_prices_and_context_window_backup.json"), "utf8");
  const prices = priceTable(JSON.parse(table) as Record<string, unknown>);
  // A model a line: the formatter keeps what is on one.
  const lines = Object.entries(prices).map(([name, each]) => `"${name}": ${JSON.stringify(each)},`);
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(
    target,
    `// Written by scripts/prices/write-prices.ts: not to be changed by hand.
import type { ModelPrice } from "./model-price.ts";

/** When these list prices were taken, from the table of LiteLLM ${version}. */
export const pricesAsOf = "${today}";

/** By the model's name without its date; with it only where that edition costs something else. */
export const modelPrices: Readonly<Record<string, ModelPrice>> = {
${lines.join("\n")}
};
`,
  );
  execFileSync(join(root, "node_modules/.bin/oxfmt"), [target], { cwd: root });
  console.log(`${Object.keys(prices).length} models, LiteLLM ${version}, ${today}`);
} finally {
  rmSync(directory, { recursive: true });
}
