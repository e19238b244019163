/**
 * Cost of a supervised start against a bare spawn of the same child, until the child's first instruction:
 * medians of one run, alternating. And the memory (PSS) of all processes of one supervisor.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startSupervisor } from "../src/supervise/start-supervisor.ts";
import type { Means } from "../src/supervise/supervise-options.ts";

const rounds = 30;
const warmUp = 3;
const root = mkdtempSync(join(tmpdir(), "supervisor-bench-"));
const environment = { PATH: process.env["PATH"] ?? "" };
let count = 0;

const now = () => performance.timeOrigin + performance.now();
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Children that print when they began, in milliseconds. */
const children: Record<string, readonly string[]> = {
  "a node program": [process.execPath, "-e", "console.log(performance.timeOrigin + performance.now())"],
  "date, about the smallest program": ["date", "+%s%3N.%N"],
};
const otherMeans: Means[] = ["session", "parents", "marker"];

for (const [name, command] of Object.entries(children)) {
  const bare: number[] = [];
  const supervised: number[] = [];
  const withoutCgroup: number[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    // Starts come one at a time in life; in a burst the kernel joins cgroups faster.
    await pause(100);
    const times = [await startBare(command), await startSupervised(command)];
    await pause(100);
    times.push(await startSupervised(command, otherMeans));
    if (round < 0) continue;
    for (const [index, list] of [bare, supervised, withoutCgroup].entries()) list.push(times[index] ?? NaN);
  }
  const line = (what: string, values: number[]) =>
    console.log(`  ${what.padEnd(28)} ${median(values).toFixed(2)} ms`);
  console.log(`${name}, call to first instruction, medians of ${rounds}:`);
  line("bare spawn", bare);
  line("supervised", supervised);
  line("supervised, without cgroup", withoutCgroup);
  if (command[0] === process.execPath) {
    const ratio = median(supervised) / median(bare);
    console.log(`  supervised start against a bare spawn: ${ratio.toFixed(2)} (aim: at most 1.5)`);
  }
}
await memory();
rmSync(root, { recursive: true });

async function startBare([program = "", ...args]: readonly string[]): Promise<number> {
  const called = now();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"], env: environment });
  const [said] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return beginOf(said) - called;
}

async function startSupervised(command: readonly string[], means?: Means[]): Promise<number> {
  const directory = join(root, String(++count));
  const called = now();
  const run = await startSupervisor({
    directory,
    command,
    cwd: root,
    environment,
    timeoutSeconds: 60,
    marker: `bench-${process.pid}-${count}`,
    ...(means && { means }),
  });
  await keepAlive(run.ended);
  return beginOf(readFileSync(join(directory, "stdout.log"), "utf8")) - called;
}

/** node prints milliseconds; date prints milliseconds and, after the point, nanoseconds of the second. */
function beginOf(said: string): number {
  const [milliseconds = "", fraction = ""] = said.trim().split(".");
  return fraction.length === 9 ? Number(milliseconds) + Number(fraction.slice(3)) / 1e6 : Number(said);
}

/** Following a run does not keep a process alive; this does. */
async function keepAlive<T>(promise: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function memory(): Promise<void> {
  const directory = join(root, "memory");
  const run = await startSupervisor({
    directory,
    command: ["sleep", "60"],
    cwd: root,
    environment,
    timeoutSeconds: 60,
    marker: `bench-${process.pid}-memory`,
  });
  await pause(500);
  const rows = readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== run.process?.pid)
    .filter((pid) => sessionOf(pid) === run.supervisor?.pid)
    .map((pid) => ({ name: read(pid, "comm").trim(), pss: pssOf(pid) }));
  const shell = execFileSync("readlink", ["-f", "/bin/sh"], { encoding: "utf8" }).trim();
  const shown = rows.map(({ name, pss }) => `${name} ${pss}`).join(", ");
  console.log(`memory of one supervisor (PSS in KB under ${shell}): ${shown}`);
  const total = rows.reduce((sum, { pss }) => sum + pss, 0);
  console.log(`  supervisor, all its processes: ${(total / 1024).toFixed(2)} MB (aim: under 4 MB)`);
  run.stop();
  await keepAlive(run.ended);
}

function sessionOf(pid: string): number {
  return Number(read(pid, "stat").split(") ").at(-1)?.split(" ")[3]);
}

function pssOf(pid: string): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0);
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // Gone since it was listed.
    return "";
  }
}
