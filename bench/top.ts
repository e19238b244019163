/**
 * What `retinue top` costs while nothing happens: its processor time over a workspace with 100 runs that ended, and with
 * one that goes on, as a share of one core. Linux only: on a terminal of util-linux' script, and read from /proc.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { copyRuns } from "./probe/copy-runs.ts";

const runs = 100;
const settleMs = 5_000;
const seconds = 20;
const retinue = join(import.meta.dirname, "../apps/cli/dist/main.js");
const workspace = mkdtempSync(join(realpathSync(tmpdir()), "retinue-bench-top-"));
const environment = { PATH: process.env["PATH"] ?? "", HOME: workspace };

try {
  oneRun("echo done");
  copyRuns(workspace, runs);
  console.log(`retinue top over ${runs} runs that ended, for ${seconds} s each:`);
  const idle = await shareOfTop(`${runs} over`);
  console.log(`  idle top with ${runs} runs, of a core: ${idle} % (aim: under 2 %)`);
  // Its clock goes on: it is drawn anew each second.
  const id = oneRun("sleep 600", "--detach").trim();
  const going = await shareOfTop("1 going on");
  retinueIn("cancel", id);
  console.log(`  top with a run that goes on, of a core: ${going} % (aim: under 2 %)`);
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

/** In per cent, once that has been drawn; left by a key. */
async function shareOfTop(sign: string): Promise<string> {
  const command = `stty columns 120 rows 40; exec ${process.execPath} ${retinue} top`;
  const terminal = spawn("script", ["--quiet", "--flush", "--command", command, "/dev/null"], {
    cwd: workspace,
    env: { ...environment, TERM: "xterm-256color", SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(terminal, "close");
  let drawn = "";
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => (drawn += text));
  while (!drawn.includes(sign)) {
    if (terminal.exitCode !== null) throw new Error(`retinue top ended: ${drawn}`);
    await delay(50);
  }
  await delay(settleMs);
  const pid = readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, "utf8").trim();
  const [before, began] = [processorSeconds(pid), performance.now()];
  await delay(seconds * 1000);
  const share = (processorSeconds(pid) - before) / ((performance.now() - began) / 1000);
  terminal.stdin.write("q");
  await ended;
  return (share * 100).toFixed(2);
}

/** A run whose agent does that, in sh: of the one that ends the others are copied. */
function oneRun(shell: string, ...flags: string[]): string {
  writeFileSync(
    join(workspace, "retinue.yaml"),
    JSON.stringify({
      agents: [{ id: "agent", backend: { type: "command", command: ["sh", "-c", shell] } }],
      orchestrator: { coordination: { subagent_runtime_mode: "inherited" } },
    }),
  );
  return retinueIn("run", "Say done.", "--quick", ...flags);
}

function retinueIn(...args: string[]): string {
  const at = { cwd: workspace, env: environment, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [retinue, ...args], at);
  if (status !== 0) throw new Error(`retinue ${args[0]} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Seconds of the processor, of all its threads. */
function processorSeconds(pid: string): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return threads.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9;
}
