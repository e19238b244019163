import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTrialPlace, removeLeftTrials } from "../../src/diagnose/trial-place.ts";
import { noEngine, skipped, testDockerEngine, testEngine } from "../test-engine.ts";

const program = join(import.meta.dirname, "../programs/sweep-trials.ts");

describe.skipIf(noEngine !== undefined)(`a place for a trial${skipped}`, () => {
  it("may end while a watcher looks for what killed trials left", async () => {
    const { socket } = await testEngine();
    const { engine } = await testDockerEngine();
    const spool = temporaryDirectory();
    const child = spawn(process.execPath, [program, socket, spool], { stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await once(child.stdout, "data");
    for (let count = 0; count < 1500; count += 1) await (await openTrialPlace(spool)).end(engine);
    expect({ said, exitCode: child.exitCode }).toEqual({ said: "", exitCode: null });
    expect(readdirSync(join(spool, "trials"))).toEqual([]);
  });

  it("that was being removed when its trial was killed is removed by the next", async () => {
    const { engine } = await testDockerEngine();
    const spool = temporaryDirectory();
    mkdirSync(join(spool, "trials/retinue-try-0.ended"), { recursive: true });
    await removeLeftTrials(engine, spool);
    expect(readdirSync(join(spool, "trials"))).toEqual([]);
  });
});
