/**
 * What the page of `retinue ui` costs its machine while somebody looks at it and nothing happens, over 100 runs that go
 * on and over 100 that are over; and the longest task of the browser over 200 runs and a log of 50 MB.
 */
import { createSubagentManager } from "@retinue/runtime";
import { appendFileSync, globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startBrowser } from "../test/ui/browser.ts";
import { copyRuns } from "./probe/copied-runs.ts";
import { startPage } from "./probe/started-page.ts";

const idleRuns = 100;
const manyRuns = 200;
const logBytes = 50_000_000;
const settleMs = 8_000;
const idleMs = 20_000;

await using browser = await startBrowser();
console.log(`the page of retinue ui, looked at in Chromium, over ${idleMs / 1000} s:`);
{
  await using goingOn = await workspaceOf("exec sleep 600");
  const ids = Array.from({ length: idleRuns }, (_, index) => `idle_${index}`);
  for (let at = 0; at < ids.length; at += 10)
    await goingOn.manager.spawnParallel(
      ids.slice(at, at + 10).map((subagent_id) => ({ task: "Wait.", subagent_id, timeout_seconds: 600 })),
    );
  const share = await idleShare(goingOn.workspace);
  console.log(`  idle page with ${idleRuns} runs that go on, of a core: ${share} % (aim: under 2 %)`);
}
{
  await using over = await workspaceOf("echo done > answer.txt");
  await (
    await over.manager.spawn({ task: "Say done.", subagent_id: "done" })
  ).result;
  await delay(500);
  copyRuns(over.workspace, idleRuns);
  console.log(
    `  idle page with ${idleRuns} runs that are over, of a core: ${await idleShare(over.workspace)} % (aim: under 2 %)`,
  );
  copyRuns(over.workspace, manyRuns);
  console.log(
    `  longest task of the browser, ${manyRuns} runs, ${logBytes / 1e6} MB of log: ${await longestTask(over.workspace)} ms (aim: at most 200 ms)`,
  );
}

/** A workspace whose engine is that, in sh. */
async function workspaceOf(shell: string) {
  const workspace = mkdtempSync(join(realpathSync(tmpdir()), "retinue-bench-page-"));
  const manager = createSubagentManager({
    workspace,
    agents: [{ id: "agent", backend: { type: "command", command: ["true"] } }],
    engine: { kind: "retinue-child", command: ["/bin/sh", "-c", shell] },
    runtimeMode: "inherited",
    environment: process.env,
    maxConcurrent: idleRuns,
    stopGrace: { interruptSeconds: 1, terminateSeconds: 1 },
  });
  return {
    workspace,
    manager,
    async [Symbol.asyncDispose]() {
      const entries = await manager.list();
      await Promise.all(
        entries
          .filter(({ progress }) => progress !== undefined)
          .map(({ subagent_id }) => manager.cancel(subagent_id)),
      );
      await manager.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

/** Of the server's process, in per cent. */
async function idleShare(workspace: string): Promise<string> {
  await using page = await startPage(workspace);
  const tab = await browser.newPage();
  await tab.goto(page.url);
  await tab
    .locator(".runs tbody tr")
    .nth(idleRuns - 1)
    .waitFor();
  await delay(settleMs);
  const before = page.usedSeconds();
  await delay(idleMs);
  const share = ((page.usedSeconds() - before) / (idleMs / 1000)) * 100;
  await tab.close();
  return share.toFixed(2);
}

/** From the first row to a log that grows while it is read. */
async function longestTask(workspace: string): Promise<number> {
  const [log = ""] = globSync(".massgen/**/done/supervisor/run_1/stdout.log", { cwd: workspace });
  const line = "The engine says something of what it does, as it does all the time.\n";
  writeFileSync(join(workspace, log), line.repeat(Math.ceil(logBytes / line.length)));
  await using page = await startPage(workspace);
  const tab = await browser.newPage();
  await tab.addInitScript(`
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: "longtask", buffered: true });
  `);
  await tab.goto(page.url);
  await tab
    .locator(".runs tbody tr")
    .nth(manyRuns - 1)
    .waitFor();
  for (let times = 0; times < 10; times++) {
    await tab.mouse.wheel(0, 2000);
    await delay(100);
  }
  await tab.getByRole("link", { name: "done", exact: true }).click();
  await tab.getByRole("link", { name: "Log", exact: true }).click();
  await tab.locator("pre.log").waitFor();
  for (let times = 0; times < 20; times++) {
    appendFileSync(join(workspace, log), line.repeat(1000));
    await delay(150);
  }
  await tab.mouse.wheel(0, -2000);
  await delay(300);
  const longest = Number(await tab.evaluate("longest"));
  await tab.close();
  return Math.round(longest);
}
