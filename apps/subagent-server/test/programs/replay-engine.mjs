#!/usr/bin/env node
// An engine that replays recorded states: `massgen … "frames: DIRECTORY"`. It writes each file of the
// directory as its status.json, waits for `seen_<n>` in its own directory before the next, answers, and ends.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const prompt = process.argv.at(-1);
const [, directory] = /^frames: (.+)$/m.exec(prompt);
const answer = process.argv[process.argv.indexOf("--output-file") + 1];
const attempt = join(process.env.MASSGEN_LOG_BASE_DIR, "log_20260102_190131_938811/turn_1/attempt_1");
mkdirSync(attempt, { recursive: true });
for (const [index, name] of readdirSync(directory).toSorted().entries()) {
  writeFileSync(join(attempt, "status.json.tmp"), readFileSync(join(directory, name)));
  renameSync(join(attempt, "status.json.tmp"), join(attempt, "status.json"));
  for (let waits = 0; !existsSync(`seen_${index}`); waits++) {
    if (waits > 2000) throw new Error(`nobody has seen ${name}`);
    await delay(10);
  }
}
writeFileSync(answer, "replayed");
