/** Memory that an idle run costs the broker: what its process grows by from 20 to 120 runs, after garbage collection. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connectBroker, keysOf, routesSchema } from "@retinue/model-broker";
import { serveBroker } from "@retinue/model-broker/serve";
import { ask } from "./probe/ask.ts";

const few = 20;
const many = 120;
if (globalThis.gc === undefined) throw new Error("run it with --expose-gc");
const base = mkdtempSync(join(tmpdir(), "retinue-bench-"));
const { control, stop } = await serveBroker({ directory: join(base, "broker") });
const broker = connectBroker(control);
// Three vendors, as a team of Claude Code, Codex and Gemini CLI has them.
const vendors = { openai: "gpt-5-mini", claude: "claude-sonnet-4-5", gemini: "gemini-2.5-pro" };
const routes = routesSchema.parse(
  Object.fromEntries(
    Object.entries(vendors).map(([name, model]) => [
      name,
      { upstream: "https://models.example", key_env: "KEY", models: [model] },
    ]),
  ),
);
const keys = keysOf(routes, { KEY: "sk-bench" });

let opened = 0;
try {
  await openUpTo(few);
  const before = await settled();
  await openUpTo(many);
  const after = await settled();
  const perRun = (key: "rss" | "live") => ((after[key] - before[key]) / (many - few) / 1024).toFixed(1);
  console.log(`memory of an idle run in the broker (${few} to ${many} runs):`);
  console.log(`  live memory in the broker (heap and buffers): ${perRun("live")} KB (aim: under 100 KB)`);
  console.log(`  resident memory in the broker: ${perRun("rss")} KB (aim: under 100 KB)`);
} finally {
  await stop();
  rmSync(base, { recursive: true });
}

/** Each has been asked once, and is idle from there on. */
async function openUpTo(count: number): Promise<void> {
  for (; opened < count; opened++) {
    const sockets = await broker.open({ run: `run ${opened}`, routes, keys, limits: { cost: 1 } });
    // Of no route that it has: the connection is made and refused, and what that leaves behind is counted as well.
    await ask({ socketPath: join(sockets, "model.sock") }, "local").catch(() => {});
  }
}

/** Of several collections the smallest values: what is really held. */
async function settled(): Promise<{ rss: number; live: number }> {
  let [rss, live] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let times = 0; times < 10; times++) {
    globalThis.gc?.();
    await delay(200);
    const usage = process.memoryUsage();
    rss = Math.min(rss, usage.rss);
    live = Math.min(live, usage.heapUsed + usage.external);
  }
  return { rss, live };
}
