/**
 * What `retinue run` adds to the engine: a quick run of one agent with an instant program, from the shell's start of it to
 * its end, against retinue-child alone with the same team. Medians of one run, alternating.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareRuns } from "./probe/bare-runs.ts";
import { median } from "./probe/median.ts";

const rounds = 20;
const warmUp = 3;
const apps = join(import.meta.dirname, "../apps");
const program = [process.execPath, "-e", "console.log('done')"];
const workspace = mkdtempSync(join(realpathSync(tmpdir()), "retinue-bench-run-"));
writeFileSync(
  join(workspace, "retinue.yaml"),
  JSON.stringify({
    agents: [{ id: "agent", backend: { type: "command", command: program } }],
    orchestrator: { coordination: { subagent_runtime_mode: "inherited" } },
  }),
);

try {
  using bare = bareRuns([process.execPath, join(apps, "child/dist/main.js")], program);
  const times = { run: [] as number[], bare: [] as number[] };
  for (let round = -warmUp; round < rounds; round++) {
    const measured = { bare: await timed(() => bare.run()), run: await timed(retinueRun) };
    if (round < 0) continue;
    for (const key of ["run", "bare"] as const) times[key].push(measured[key]);
  }
  const [run, alone] = [median(times.run), median(times.bare)];
  console.log(`one agent with an instant program, medians of ${rounds}:`);
  console.log(`  retinue run:         ${run.toFixed(1)} ms`);
  console.log(`  retinue-child alone: ${alone.toFixed(1)} ms`);
  console.log(`  retinue run against retinue-child alone: ${(run / alone).toFixed(2)} (aim: at most 1.6)`);
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

async function retinueRun(): Promise<void> {
  const child = spawn(process.execPath, [join(apps, "cli/dist/main.js"), "run", "Say done.", "--quick"], {
    cwd: workspace,
    // In a home of its own: in it the workspace is noted.
    env: { PATH: process.env["PATH"] ?? "", HOME: workspace },
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`retinue run ended with ${code}`);
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
