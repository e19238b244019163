/**
 * What a sandbox adds to the start of the smallest program, by medians of one run, alternating with the bare program:
 * without a network, and with a host, which needs a proxy. And the memory (PSS) of what stays beside the program.
 */
import { confinedCommand, probeSandbox } from "@retinue/sandbox";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const rounds = 30;
const warmUp = 3;
const root = mkdtempSync(join(tmpdir(), "sandbox-bench-"));
const [workspace, home] = [join(root, "workspace"), join(root, "home")];
for (const directory of [workspace, home]) mkdirSync(directory);
const policy = { workspace, home };
const withHost = { ...policy, hosts: ["127.0.0.1:9999"] };

const probe = await probeSandbox(withHost);
if (!probe.inForce) throw new Error(`${probe.found}. ${probe.remedy}`);

const starts: Record<string, readonly string[]> = {
  bare: ["true"],
  confined: confinedCommand(policy, ["true"]),
  "with a host": confinedCommand(withHost, ["true"]),
};
const times = Object.fromEntries(Object.keys(starts).map((name) => [name, [] as number[]]));
for (let round = -warmUp; round < rounds; round++)
  for (const [name, command] of Object.entries(starts)) {
    const milliseconds = await run(command);
    if (round >= 0) times[name]?.push(milliseconds);
  }
console.log(`start to end of true, medians of ${rounds}:`);
for (const [name, values] of Object.entries(times))
  console.log(`  ${name.padEnd(12)} ${median(values).toFixed(1)} ms`);
const added = (name: string) => (median(times[name] ?? []) - median(times["bare"] ?? [])).toFixed(1);
console.log(`  sandbox adds to a start: ${added("confined")} ms (aim: under 20)`);
console.log(`  sandbox with a proxy adds to a start: ${added("with a host")} ms`);

const beside = await memory(confinedCommand(withHost, ["sleep", "60"]));
console.log(`  sandbox with a proxy, its processes: ${beside.toFixed(1)} MB (aim: under 60)`);
rmSync(root, { recursive: true });

async function run([file = "", ...args]: readonly string[]): Promise<number> {
  const begin = performance.now();
  const child = spawn(file, args, { cwd: workspace, stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return performance.now() - begin;
}

/** Megabytes of the processes that a sandbox has beside its program. */
async function memory([file = "", ...args]: readonly string[]): Promise<number> {
  const child = spawn(file, args, { cwd: workspace, stdio: "ignore", detached: true });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const members = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && isBelow(pid, child.pid));
  const kilobytes = members
    .filter((pid) => read(pid, "comm").trim() !== "sleep")
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0));
  process.kill(-(child.pid as number), "SIGKILL");
  await once(child, "exit");
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

function isBelow(pid: string, ancestor: number | undefined): boolean {
  for (let at = pid; at !== "0" && at !== ""; at = read(at, "stat").split(") ").at(-1)?.split(" ")[1] ?? "")
    if (Number(at) === ancestor) return true;
  return false;
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // Gone since it was listed.
    return "";
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
