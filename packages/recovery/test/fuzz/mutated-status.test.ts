import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { subagentResultSchema } from "@retinue/status-model";
import { verifies } from "@retinue/testkit";
import { afterAll, expect, test } from "vitest";
import { recoverSubagent } from "../../src/index.ts";
import { mutatedStatus } from "./mutated-status.ts";

const recorded = join(import.meta.dirname, "../fixtures/massgen-logs");
const names = [
  "cancelled-enforcement-tie",
  "cancelled-presentation",
  "timeout-enforcement-two-votes",
  "killed-enforcement",
];
const wanted = process.env["RETINUE_LONG"] === "1" ? 200_000 : 4_000;
const sideBySide = 100;
const seed = Number(process.env["RETINUE_SEED"] ?? Date.now() % 2 ** 31);

// In memory where there is such a place: only the status file is written anew each time.
const base = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : realpathSync(tmpdir()), "retinue-fuzz-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

test.each(names)(
  `%s, mutated ${verifies("STATUS-DAMAGE", "PLACES-CONTAINED")}`,
  { timeout: 600_000 },
  async (name) => {
    const trees = Array.from({ length: sideBySide }, (_, index) => tree(name, index));
    const original = JSON.parse(
      readFileSync(join(recorded, name, "log/subagents/review/full_logs/status.json"), "utf8"),
    ) as Record<string, unknown>;
    const ending = name.startsWith("killed") ? "error" : "timeout";
    const recovered = async ({ logPath, workspacePath }: ReturnType<typeof tree>) =>
      recoverSubagent({ subagentId: "review", logPath, workspacePath, executionTimeSeconds: 1, ending });
    const undamaged = (await recovered(trees[0] as ReturnType<typeof tree>)).answer;
    expect(undamaged).not.toBeNull();
    let runs = 0;
    let harmlessRuns = 0;
    const batch = fc.array(mutatedStatus(original), { minLength: sideBySide, maxLength: sideBySide });
    await fc.assert(
      fc.asyncProperty(batch, async (mutations) => {
        const results = await Promise.all(
          mutations.map(({ text }, index) => {
            const own = trees[index] as ReturnType<typeof tree>;
            writeFileSync(own.statusFile, text);
            return recovered(own);
          }),
        );
        for (const [index, result] of results.entries()) {
          runs++;
          subagentResultSchema.parse(result);
          const { directory } = trees[index] as ReturnType<typeof tree>;
          const { answer, answer_source: source } = result;
          if (answer !== null) {
            if (!source?.path.startsWith(`${directory}/inside/`))
              throw new Error(`read from ${source?.path}`);
            if (answer.includes("secret")) throw new Error("an answer from outside");
          }
          if (mutations[index]?.harmless !== true) continue;
          harmlessRuns++;
          if (answer !== undamaged) throw new Error(`${answer} instead of the undamaged answer`);
        }
      }),
      { numRuns: Math.ceil(wanted / names.length / sideBySide), seed, endOnFailure: true },
    );
    console.info(
      `${name}: ${runs} mutated status files, ${harmlessRuns} of them in sections not needed; RETINUE_SEED=${seed}`,
    );
    expect(runs).toBeGreaterThanOrEqual(wanted / names.length);
    expect(harmlessRuns).toBeGreaterThan(runs / 4);
  },
);

/** A run of its own, with files beside it that no answer may come from. */
function tree(name: string, index: number) {
  const directory = join(base, `${name}-${index}`);
  const inside = join(directory, "inside");
  cpSync(join(recorded, name), inside, { recursive: true });
  const logPath = join(inside, "log/subagents/review");
  const workspacePath = join(inside, "workspace-of-parent/subagents/review/workspace");
  // Without it every torn status would be replaced by the workspace's.
  rmSync(join(workspacePath, ".massgen"), { recursive: true, force: true });
  for (const place of [
    directory,
    join(directory, "secret"),
    join(inside, "log/subagents"),
    join(inside, "workspace-of-parent/subagents/review"),
  ]) {
    mkdirSync(place, { recursive: true });
    for (const file of ["answer.txt", "answer.md", "response.txt"])
      writeFileSync(join(place, file), "secret");
  }
  return { directory, logPath, workspacePath, statusFile: join(logPath, "full_logs/status.json") };
}
