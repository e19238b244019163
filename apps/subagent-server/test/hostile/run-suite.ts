import { temporaryDirectory } from "@retinue/testkit";
import type { Mode } from "../programs/hostile-child/order.ts";
import { connect, type ServerStart } from "./connection.ts";
import { poll, type Polling } from "./poll.ts";
import { inTime, runWorld, type WorldRun } from "./run-world.ts";
import { seedsOf } from "./seeds.ts";
import type { MakeStage } from "./stage.ts";
import { described, type Violation } from "./violation.ts";

/** A suite that finds so much is broken anyway: the rest says nothing new. */
const maxViolations = 12;
/** Milliseconds; for the long form, whose thousands of seeds take hours on a busy machine. */
export const suiteTimeout = 4 * 3_600_000;
/** How often who is late is looked at again. */
const looksAgain = 2;

/** Runs all seeds of a mode, `together` in one workspace. Resolves with what was broken, for people. */
export async function runSuite(
  mode: Mode,
  together: number,
  idle: ServerStart,
  make: MakeStage,
): Promise<string[]> {
  const began = performance.now();
  const idleServer = await connect({ ...idle, cwd: temporaryDirectory() });
  const control = poll(idleServer);
  const found: Violation[] = [];
  const worst = { seeds: 0, slowestList: 0, mostMemory: 0, longestReply: 0 };
  const groups = seedsOf(mode, together);
  for (const group of groups) {
    const { violations, ...seen } = await once(make, group, control);
    worst.seeds += group.length;
    for (const key of ["slowestList", "mostMemory", "longestReply"] as const)
      worst[key] = Math.max(worst[key], seen[key]);
    const broken = group.length === 1 ? violations : await named(violations, make, control);
    // At once: a run that is cut tells as well.
    for (const violation of broken) console.info(described(violation));
    found.push(...broken);
    if (found.length >= maxViolations) break;
  }
  await control.stop();
  await idleServer.close();
  const seconds = (performance.now() - began) / 1000;
  const { seeds, slowestList, mostMemory, longestReply } = worst;
  console.info(
    `${mode}: ${seeds} seeds in ${Math.round(seconds)} s (${(seeds / seconds).toFixed(1)} a second), ` +
      `slowest list ${Math.round(slowestList)} ms, most memory ${Math.round(mostMemory / 2 ** 20)} MB, ` +
      `longest reply ${longestReply} characters, ${found.length} violations`,
  );
  return found.map((violation) => described(violation));
}

/** A machine that is busy with something else is late as well, but not each time: who hangs or computes for long is. */
async function once(make: MakeStage, seeds: readonly number[], control: Polling): Promise<WorldRun> {
  let run = await staged(make, seeds, control);
  const others = run.violations.filter((violation) => !isLate(violation));
  for (let again = 0; again < looksAgain && run.violations.some(isLate); again++)
    run = await staged(make, seeds, control);
  return { ...run, violations: [...others, ...run.violations.filter(isLate)] };
}

const isLate = ({ invariant }: Violation) => invariant === inTime;

async function staged(make: MakeStage, seeds: readonly number[], control: Polling): Promise<WorldRun> {
  const { world, stage, close } = await make();
  try {
    return await runWorld(world, stage, seeds, control);
  } finally {
    await close?.();
  }
}

/** What a whole world has broken is looked for again in each of its seeds alone. */
async function named(violations: readonly Violation[], make: MakeStage, control: Polling) {
  const known = violations.filter(({ seeds }) => seeds.length === 1);
  const shared = violations.filter(({ seeds }) => seeds.length > 1);
  const alone: Violation[] = [];
  for (const seed of shared[0]?.seeds ?? []) {
    alone.push(...(await once(make, [seed], control)).violations);
    if (known.length + alone.length >= maxViolations) break;
  }
  const explained = new Set([...known, ...alone].map(({ invariant }) => invariant));
  return [...known, ...alone, ...shared.filter(({ invariant }) => !explained.has(invariant))];
}
