/**
 * One turn of a program through ACP against the same program by its command line, both with an API that answers at once:
 * the time of a whole run of one agent, medians, alternating; and the most memory that its processes took. Programs that
 * are not installed are left out, and named.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { runTeam } from "@retinue/child-orchestrator";
import { validateChildConfig } from "@retinue/engine-contract";
import { installedProgram, type ProgramName } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";

const rounds = 5;
const api = await startVendorApi({ respond: () => ({ text: "Forty-two." }) });
const directory = mkdtempSync(join(tmpdir(), "retinue-bench-"));
const env = { CLAUDE_CODE_MAX_RETRIES: "1" };

interface Pair {
  readonly name: string;
  readonly programs: readonly [ProgramName, ProgramName];
  readonly ways: readonly [object, object];
  /** Of the time of a turn: an adapter is one more Node, which starts before the program does. */
  readonly aim: number;
}

const pairs: readonly Pair[] = [
  pair("Claude Code", "claude", "claude_code", "claude-agent-acp", {
    model: "claude-sonnet-4-5",
    base_url: api.url,
    env,
  }),
  pair("Codex", "codex", "codex", "codex-acp", { model: "gpt-5.4", base_url: `${api.url}/v1` }),
  pair("Gemini CLI", "gemini", "gemini_cli", "gemini", { model: "gemini-2.5-pro", base_url: api.url }),
];

const [engine, withAcp] = ["index.js", "ask/acp/acp-backend.js"].map(loading) as [number, number];
console.log(
  `loading the engine takes ${engine.toFixed(0)} ms, the backend acp ${withAcp.toFixed(0)} ms, Node included`,
);
console.log(
  `  loading the backend acp against the engine: ${(withAcp / engine).toFixed(2)} (aim: at most 2)`,
);

try {
  for (const { name, programs, ways, aim } of pairs) {
    const missing = programs
      .map((program) => installedProgram(program).missing)
      .find((each) => each !== undefined);
    if (missing !== undefined) {
      console.log(`${name}: left out, ${missing}`);
      continue;
    }
    const found = ways.map(() => ({ times: [] as number[], memory: 0 }));
    for (let round = -1; round < rounds; round++) {
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const measured = await turn(ways[index] ?? {}, programs);
        if (round < 0) continue;
        found[index]?.times.push(measured.time);
        if (found[index] !== undefined) found[index].memory = Math.max(found[index].memory, measured.memory);
      }
    }
    const [line, acp] = found.map(({ times, memory }) => ({ time: median(times), memory }));
    if (line === undefined || acp === undefined) continue;
    const said = ({ time, memory }: typeof line) => `${time.toFixed(0)} ms and ${memory.toFixed(0)} MB`;
    console.log(
      `${name}, one turn, medians of ${rounds}: by ACP ${said(acp)}, by its command line ${said(line)}`,
    );
    console.log(
      `  ${name} through ACP, time of a turn: ${(acp.time / line.time).toFixed(2)} (aim: at most ${aim})`,
    );
    console.log(`  ${name} through ACP, memory: ${(acp.memory / line.memory).toFixed(2)} (aim: at most 2)`);
  }
} finally {
  await api.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Milliseconds of a process that loads a module of ours. */
function loading(module: string): number {
  const path = JSON.stringify(join(import.meta.dirname, "../dist", module));
  const times = Array.from({ length: 7 }, () => {
    const began = performance.now();
    spawnSync(process.execPath, ["--input-type=module", "--eval", `await import(${path})`]);
    return performance.now() - began;
  });
  return median(times);
}

function pair(
  name: string,
  program: ProgramName,
  type: string,
  agent: ProgramName & string,
  settings: object,
): Pair {
  return {
    name,
    programs: [program, agent],
    aim: program === agent ? 1.5 : 2.5,
    ways: [
      { type, ...settings },
      { type: "acp", agent, ...settings },
    ],
  };
}

/** Milliseconds of a run of one agent, and the megabytes that its processes had at most, the engine itself not among them. */
async function turn(backend: object, programs: readonly ProgramName[]) {
  const workspace = mkdtempSync(join(directory, "run_"));
  const home = join(workspace, "home");
  mkdirSync(join(home, ".gemini"), { recursive: true });
  // Codex makes no helpers beneath the temporary directory, in which this home would be.
  mkdirSync(join(workspace, "tmp"));
  writeFileSync(
    join(home, ".gemini/settings.json"),
    JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }),
  );
  const path = [...programs.map((program) => dirname(installedProgram(program).path)), process.env["PATH"]];
  let memory = 0;
  const timer = setInterval(() => (memory = Math.max(memory, megabytesBeneath(process.pid))), 100);
  const began = performance.now();
  const outcome = await runTeam({
    config: validateChildConfig({ agents: [{ id: "alpha", backend }] }),
    prompt: "How much is it?",
    outputFile: "answer.txt",
    workspace,
    logBaseDirectory: join(workspace, "logs"),
    environment: {
      PATH: path.join(delimiter),
      HOME: home,
      TMPDIR: join(workspace, "tmp"),
      ANTHROPIC_API_KEY: "bench-key",
      CODEX_API_KEY: "bench-key",
      GEMINI_API_KEY: "bench-key",
    },
    signal: AbortSignal.timeout(120_000),
  });
  const time = performance.now() - began;
  clearInterval(timer);
  if (outcome.kind !== "answered") throw new Error(outcome.reason);
  rmSync(workspace, { recursive: true, force: true, maxRetries: 3 });
  return { time, memory };
}

/** Proportional memory of all descendants of a process. */
function megabytesBeneath(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const [, parent] = /\) \S (\d+) /.exec(textOf(`/proc/${pid}/stat`)) ?? [];
    parents.set(pid, Number(parent));
  }
  const isBeneath = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && parent !== 0 && (parent === root || isBeneath(parent));
  };
  const sizes = [...parents.keys()].filter(isBeneath).map((pid) => {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`)) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
