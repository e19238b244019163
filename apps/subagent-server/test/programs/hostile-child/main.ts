// An engine that does to its host whatever a child can: which of it, its seed decides. An honest one as well,
// when its order says so.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { end } from "./end.ts";
import { layOut } from "./lay-out.ts";
import { orderIn } from "./order.ts";
import { attemptIn, placeOf } from "./place.ts";
import { planOf } from "./plan.ts";

const flag = (name: string) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};
const promptFile = flag("--prompt-file");
const prompt = promptFile === undefined ? process.argv.at(-1) : readFileSync(promptFile, "utf8");
const order = orderIn(prompt ?? "");
const place = placeOf(
  process.cwd(),
  flag("--output-file") ?? "answer.txt",
  process.env["MASSGEN_LOG_BASE_DIR"],
);

// Counted before anything else: whether a request ran twice shows here.
appendFileSync(join(place.workspace, "starts.txt"), `${order.honest === undefined ? "hostile" : "honest"}\n`);

if (order.honest !== undefined) {
  if (order.after === true) replace(place.answerFile, order.honest);
  else layOut(place, attemptIn(place.liveLogs ?? place.ownLogs), order.honest);
  await delay(100);
  process.exit(0);
}
// What it takes from its host is looked at, not what it takes from the other tests.
setPriority(19);
const { tricks, ending, answers, logsIn, lingers, random } = planOf(order);
const attempt = attemptIn(logsIn === "live" && place.liveLogs !== undefined ? place.liveLogs : place.ownLogs);
if (ending !== "at once") layOut(place, attempt, answers ? `answer of seed ${order.seed}` : undefined);
for (const trick of tricks) {
  try {
    await trick.act({ place, attempt, order, random });
  } catch (error) {
    // What an earlier trick took away, or this user may not do: on with the next.
    process.stderr.write(`${trick.name}: ${String(error).slice(0, 200)}\n`);
  }
}
if (ending !== "at once") await delay(lingers);
await end(ending);

/** A file of its own in place of whatever is there. */
function replace(path: string, text: string): void {
  rmSync(path, { recursive: true, force: true });
  writeFileSync(path, text, { flag: "wx" });
}
