/**
 * Recovery of one subagent against only opening, reading and parsing the same files: the ratio of the
 * medians of alternating rounds in one process. `node bench/recovery.ts`
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { readTextWithin, withRoot } from "../packages/contained-fs/dist/index.js";
import { recoverSubagent } from "../packages/recovery/dist/index.js";

const recorded = join(import.meta.dirname, "../packages/recovery/test/fixtures/massgen-logs");
const rounds = 60;
const perRound = 100;

const directory = mkdtempSync(join(tmpdir(), "bench-recovery-"));
try {
  cpSync(join(recorded, "timeout-enforcement-two-votes"), directory, { recursive: true });
  const logPath = join(directory, "log/subagents/review");
  const workspacePath = join(directory, "workspace-of-parent/subagents/review/workspace");
  const recovery = async () => {
    const ending = "timeout";
    return recoverSubagent({ subagentId: "review", logPath, workspacePath, executionTimeSeconds: 1, ending });
  };
  const { answer, answer_source } = await recovery();
  if (answer === null || answer_source === undefined)
    throw new Error("the run gives no answer: nothing to measure");
  const bare = async () => {
    const status: unknown = JSON.parse(readFileSync(join(logPath, "full_logs/status.json"), "utf8"));
    const text = readFileSync(answer_source.path, "utf8");
    if (typeof status !== "object" || text.trim() !== answer) throw new Error("not the same files");
  };
  const answerPath = relative(logPath, answer_source.path);
  const limit = { maxBytes: 16_000_000 };
  const walked = async () =>
    withRoot(logPath, (root) => {
      const status: unknown = JSON.parse(readTextWithin(root, "full_logs/status.json", limit).text);
      const { text } = readTextWithin(root, answerPath, limit);
      if (typeof status !== "object" || text.trim() !== answer) throw new Error("not the same files");
    });
  const times = { recovery: [] as number[], bare: [] as number[], walked: [] as number[] };
  for (let round = -10; round < rounds; round++) {
    for (const [name, run] of [
      ["bare", bare],
      ["walked", walked],
      ["recovery", recovery],
    ] as const) {
      const start = performance.now();
      for (let turn = 0; turn < perRound; turn++) await run();
      if (round >= 0) times[name].push((performance.now() - start) / perRound);
    }
  }
  const [full, least, safe] = [times.recovery, times.bare, times.walked].map(median) as [
    number,
    number,
    number,
  ];
  const microseconds = [full, least, safe].map((value) => (value * 1000).toFixed(0));
  console.log(
    `recovery ${microseconds[0]} µs, plain reads ${microseconds[1]} µs, reads by the walk ${microseconds[2]} µs; medians of ${rounds} rounds`,
  );
  console.log(
    `recovery of one subagent against opening, reading and parsing the same files: ${(full / least).toFixed(2)} (aim: at most 1.5)`,
  );
  console.log(
    `the same against opening them by the walk, which is what keeps links out: ${(full / safe).toFixed(2)} (aim: at most 1.5)`,
  );
} finally {
  rmSync(directory, { recursive: true });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
