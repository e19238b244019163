/**
 * What retinue-child costs: a quick run of one agent with an instant program against a bare run of
 * that program (medians, alternating), and its peak memory with one agent and with ten.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./probe/median.ts";

const rounds = 30;
const warmUp = 3;
const program = join(import.meta.dirname, "../apps/child/dist/main.js");
const instant = [process.execPath, "-e", "console.log('done')"] as const;
const directory = mkdtempSync(join(tmpdir(), "retinue-bench-"));

try {
  writeConfig("quick.yaml", 1, false);
  writeConfig("full.yaml", 1, true);
  writeConfig("ten.yaml", 10, true);

  const times = { bare: [] as number[], quick: [] as number[], full: [] as number[] };
  for (let round = -warmUp; round < rounds; round++) {
    const measured = {
      bare: timed(instant),
      quick: timed(child("quick.yaml")),
      full: timed(child("full.yaml")),
    };
    if (round < 0) continue;
    for (const key of ["bare", "quick", "full"] as const) times[key].push(measured[key]);
  }
  const [bare, quick, full] = [median(times.bare), median(times.quick), median(times.full)];
  console.log(`one agent with an instant program, medians of ${rounds}:`);
  console.log(`  bare run of the program:               ${bare.toFixed(1)} ms`);
  console.log(`  quick run (the program runs once):     ${quick.toFixed(1)} ms`);
  console.log(`  full run (answer, vote, presentation): ${full.toFixed(1)} ms, three runs of the program`);
  console.log(
    `  retinue-child, a quick run against a bare run of the program: ${(quick / bare).toFixed(2)} (aim: at most 4)`,
  );
  console.log(`  a full run against three bare runs: ${(full / bare / 3).toFixed(2)}`);
  for (const [team, config] of Object.entries({ "one agent": "full.yaml", "ten agents": "ten.yaml" })) {
    console.log(
      `  peak memory of retinue-child, ${team}: ${peakMegabytes(config).toFixed(1)} MB (aim: under 80)`,
    );
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** Pretty-printed JSON, as a launcher generates it. */
function writeConfig(name: string, agents: number, refine: boolean): void {
  const quick = { max_new_answers_per_agent: 1, skip_final_presentation: true, skip_voting: true };
  const config = {
    agents: Array.from({ length: agents }, (_, index) => ({
      id: `agent_${index}`,
      backend: { type: "command", command: instant, cwd: join(directory, `agent_${index}`) },
    })),
    orchestrator: { coordination: { enable_subagents: false }, ...(!refine && quick) },
  };
  writeFileSync(join(directory, name), JSON.stringify(config, undefined, 2));
}

function child(config: string): readonly [string, ...string[]] {
  return [
    process.execPath,
    program,
    "--config",
    config,
    "--automation",
    "--output-file",
    "answer.txt",
    "Say done.",
  ];
}

function timed([file, ...args]: readonly [string, ...string[]]): number {
  const start = performance.now();
  run(file, args);
  return performance.now() - start;
}

function run(file: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(file, args, { cwd: directory, encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${status}: ${stderr}`);
}

/** As the process itself counts it when it exits. */
function peakMegabytes(config: string): number {
  const report = join(directory, "peak");
  const source = `import{writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(${JSON.stringify(report)},String(process.resourceUsage().maxRSS)))`;
  const [file, ...args] = child(config);
  run(file, ["--import", `data:text/javascript,${encodeURIComponent(source)}`, ...args]);
  return (Number(readFileSync(report, "utf8")) * 1024) / 1e6;
}
