import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  claimRequest,
  decidedResponse,
  decide,
  listOutbox,
  mark,
  openExchange,
  publish,
  spoolEntries,
  sweep,
} from "../../src/host/index.ts";
import { newResponse } from "../../src/index.ts";

// A host whose run is a file that it makes: OUTBOX SPOOL RUNS. It follows the crash protocol to the letter.
const [outbox = "", spool = "", runs = ""] = process.argv.slice(2);
const exchange = openExchange({ outbox, spool });
sweep(exchange);
writeFileSync(join(runs, `host-${process.pid}`), "");
for (;;) {
  for (const entry of spoolEntries(exchange)) {
    if (entry.stage === "published") continue;
    if (decidedResponse(exchange, entry) === undefined) {
      const first = entry.stage === "claimed";
      if (first) {
        mark(exchange, entry, "go");
        // Two runs of one request would leave two files.
        writeFileSync(join(runs, `${entry.subagentId}-${process.pid}`), "");
      }
      const outcome = first
        ? ({ status: "completed", exitCode: 0 } as const)
        : ({ status: "error", stderr: "interrupted" } as const);
      decide(exchange, entry, newResponse(entry, outcome, new Date()));
    }
    publish(exchange, entry);
  }
  for (const id of listOutbox(exchange, { maxEntries: 100 }).requests) claimRequest(exchange, id);
  await new Promise((resolve) => setTimeout(resolve, 2));
}
