import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

const program = join(import.meta.dirname, "../programs/watcher.ts");
const crowd = 60_000;
// A library that keeps a watch or a record for each entry takes more than twice as much for so many.
const mostMegabytes = 100;

describe.skipIf(noEngine !== undefined)(`an outbox that its parent fills with files${skipped}`, () => {
  it("attack 17: takes no memory for each of them from who serves others too, and is named once", async () => {
    const watched = await watchedOutbox();
    const watcher = spawn(process.execPath, [program, JSON.stringify(watched.config)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void watcher.kill("SIGKILL"));
    const events: string[] = [];
    createInterface({ input: watcher.stdout }).on("line", (line) => events.push(JSON.parse(line).event));
    await eventually("it watches", () => events.includes("watching"), 60);
    const megabytes = () =>
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${watcher.pid}/status`, "utf8"))?.[1]) / 1024;
    const before = megabytes();
    for (let n = 0; n < crowd; n += 1) writeFileSync(join(watched.outbox, `junk_${n}`), "");
    await eventually("it has seen them", () => events.includes("outbox_crowded"), 60);
    for (let look = 0; look < 20; look += 1) {
      writeFileSync(join(watched.outbox, `more_${look}`), "");
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(megabytes() - before).toBeLessThan(mostMegabytes);
    expect(events.filter((event) => event === "outbox_crowded")).toHaveLength(1);
  });
});
