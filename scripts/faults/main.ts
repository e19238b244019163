/** `pnpm faults`: injects faults into small worlds of the built apps and looks at what has to hold afterwards. */
import { availableParallelism } from "node:os";
import { textTable } from "../../demo/show/text-table.ts";
import { judge } from "./invariants/judge.ts";
import { kindNames, kindOf, missingFor, planFault, type KindName } from "./plan/plan-fault.ts";
import { parseOptions, type FaultOptions } from "./plan/parse-options.ts";
import { runWorld, type WorldRun } from "./world/run-world.ts";

/** A world mostly waits; its limits are far longer than any of it takes. */
const atOnce = availableParallelism() * 4;
const progressEvery = 20;

const options = optionsOrExit();
const asked = seedsOf(options);
const left = new Map(
  kindNames
    .filter((kind) => asked.some((seed) => kindOf(seed) === kind))
    .map((kind) => [kind, missingFor(kind)]),
);
const seeds = asked.filter((seed) => left.get(kindOf(seed)) === undefined);
for (const [kind, reason] of left)
  if (reason !== undefined)
    console.log(`skipped ${asked.filter((seed) => kindOf(seed) === kind).length} of ${kind}: ${reason}`);
const results: { seed: number; kind: KindName; run: WorldRun; seconds: number }[] = [];
const began = performance.now();
const waiting = [...seeds];
await Promise.all(Array.from({ length: atOnce }, work));
report();

async function work(): Promise<void> {
  for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
    const { kind, fault, random } = planFault(seed);
    const started = performance.now();
    const run = await runWorld(fault, random, { judge, keep: options.keep }).catch((error: unknown) => ({
      violations: [`the harness failed: ${error instanceof Error ? error.stack : String(error)}`],
      fired: false,
    }));
    results.push({ seed, kind, run, seconds: (performance.now() - started) / 1000 });
    for (const violation of run.violations)
      console.log(`VIOLATION seed ${seed} (${kind}; ${fault.what}): ${violation}`);
    if (run.violations.length > 0) console.log(`  again: pnpm faults --seed ${seed}`);
    if (results.length % progressEvery === 0 || results.length === seeds.length) {
      const broken = results.filter((each) => each.run.violations.length > 0).length;
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`${results.length} of ${seeds.length} faults, ${broken} with violations, ${seconds} s`);
    }
  }
}

function report(): void {
  const rows = kindNames
    .map((kind) => ({ kind, of: results.filter((each) => each.kind === kind) }))
    .filter(({ of }) => of.length > 0)
    .map(({ kind, of }) => [
      kind,
      String(of.length),
      String(of.filter(({ run }) => run.fired).length),
      String(of.reduce((sum, { run }) => sum + run.violations.length, 0)),
      (of.reduce((sum, { seconds }) => sum + seconds, 0) / of.length).toFixed(1),
      Math.max(...of.map(({ seconds }) => seconds)).toFixed(1),
    ]);
  console.log(
    `\n${textTable([["kind", "faults", "reached", "violations", "seconds each", "slowest"], ...rows])}`,
  );
  const broken = results.filter(({ run }) => run.violations.length > 0).map(({ seed }) => seed);
  if (broken.length > 0) {
    console.log(`\nseeds with violations: ${broken.toSorted((a, b) => a - b).join(" ")}`);
    for (const { seed, kind, run } of results)
      for (const violation of run.violations) console.log(`${seed} (${kind}): ${violation}`);
    process.exitCode = 1;
  }
}

function seedsOf({ seed, count, only = "", from }: FaultOptions): number[] {
  if (seed !== undefined) return [seed];
  if (!kindNames.some((kind) => kind.startsWith(only))) {
    console.error(`No kind begins with ${only}. There are: ${kindNames.join(", ")}.`);
    process.exit(2);
  }
  const found: number[] = [];
  for (let next = from; found.length < count; next++) if (kindOf(next).startsWith(only)) found.push(next);
  return found;
}

function optionsOrExit(): FaultOptions {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
