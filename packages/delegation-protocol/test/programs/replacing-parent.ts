import { linkSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "../exchange.ts";

// A parent that puts a request where none is, and at once another one over it: OUTBOX PAIRS. It never
// replaces a second one, so that each of those has to be taken.
const [outbox = "", pairs = ""] = process.argv.slice(2);
const name = join(outbox, "request_scout.json");
for (let n = 0; n < Number(pairs); n += 1) {
  const [first, second] = ["first", "second"].map((which) => {
    const path = join(outbox, `${which}.tmp`);
    writeFileSync(path, JSON.stringify(request({ request_id: `${which}-${n}` })));
    return path;
  }) as [string, string];
  while (!linked(first)) continue;
  renameSync(second, name);
}

function linked(path: string): boolean {
  try {
    linkSync(path, name);
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
