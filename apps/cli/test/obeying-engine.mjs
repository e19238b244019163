// The same engine, which ends with an answer when its team is told something.
import { readdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

await import("./engine.mjs");
const { values } = parseArgs({ strict: false, options: { "output-file": { type: "string" } } });
setInterval(() => {
  let names = [];
  try {
    names = readdirSync(".massgen/runtime_inbox");
  } catch {
    // Nobody has written yet.
  }
  if (!names.some((name) => name.endsWith(".json"))) return;
  writeFileSync(values["output-file"], "all that there is time for\n");
  process.exit(0);
}, 50);
