/** Runs every bench of the repository and sums up what they measured. Exits 1 when one fails. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { textTable } from "../demo/show/text-table.ts";

const root = join(import.meta.dirname, "..");
const benches = globSync(["bench/*.ts", "{apps,packages}/*/bench/*.ts"], { cwd: root })
  .filter((path) => path !== "bench/all.ts")
  .toSorted();

const rows: string[][] = [];
for (const path of benches) {
  console.log(`# ${path}`);
  const bench = spawn(process.execPath, ["--expose-gc", path], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(bench, "exit");
  const output = await text(bench.stdout);
  process.stdout.write(output);
  const [code] = (await exited) as [number | null];
  const measured = measurements(output);
  if (code !== 0 || measured.length === 0) {
    console.error(`${path} ${code === 0 ? "measured nothing" : `ended with ${code}`}`);
    process.exitCode = 1;
  }
  rows.push(...measured);
}
console.log(`\n${textTable([["measured", "value", "aim", ""], ...rows])}`);

/** A bench says `what: 1.23 (aim: at most 1.5)`, or `at least`, or `under`. */
function measurements(output: string): string[][] {
  const line = /^\s*(.+?):\s+([\d.]+)(?: ([\w%]+))?\s+\(aim: ((at most|at least|under) ([\d.]+).*?)\)\s*$/gm;
  return [...output.matchAll(line)].map(
    ([, what = "", value = "", unit = "", aim = "", kind, limit = ""]) => {
      const missed = (kind === "at least" ? -1 : 1) * (Number(value) / Number(limit) - 1);
      const verdict = missed <= 0 ? "ok" : `missed by ${Math.round(missed * 100)} %`;
      return [what, `${value} ${unit}`.trim(), aim, verdict];
    },
  );
}
