// Reads a file over and over until stdin ends; prints how often, how many versions it saw, and how many were no JSON.
// Makes another file once it has begun.
import { readFileSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

const seen = new Set();
const counts = { reads: 0, versions: 0, torn: 0 };
const state = { over: false };
writeFileSync(process.argv[3], "");
process.stdin.on("end", () => (state.over = true)).resume();
while (!state.over) {
  for (let turn = 0; turn < 20; turn++) {
    const text = readFileSync(process.argv[2], "utf8");
    counts.reads += 1;
    if (seen.has(text)) continue;
    seen.add(text);
    try {
      JSON.parse(text);
    } catch {
      counts.torn += 1;
    }
  }
  await setImmediate();
}
counts.versions = seen.size;
console.log(JSON.stringify(counts));
