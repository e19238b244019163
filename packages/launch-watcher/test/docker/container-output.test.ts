import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { containerOutput } from "../../src/docker/container-output.ts";
import { createOptions } from "../../src/docker/create-options.ts";
import { startGated } from "../../src/docker/start-gated.ts";
import { noEngine, skipped, testEngine } from "../test-engine.ts";
import { containedRun, heldMount } from "./contained.ts";

/** What is read of a container that ran a program. */
async function outputOf(program: string) {
  const { docker, image } = await testEngine();
  const run = await containedRun(docker, image, {
    mounts: [heldMount(temporaryDirectory(), "/workspace")],
    command: ["node", "-e", program],
  });
  const container = await docker.createContainer(createOptions(run));
  (await startGated(container, run)).go();
  await container.wait();
  return containerOutput(container);
}

describe.skipIf(noEngine !== undefined)(`what a container wrote${skipped}`, () => {
  it("is read to its last bytes, however long its lines are", async () => {
    const write =
      "for (const to of [process.stdout, process.stderr]) to.write('x'.repeat(1_500_000) + 'end')";
    const { stdout, stderr } = await outputOf(write);
    for (const text of [stdout, stderr]) {
      expect(text.length).toBeLessThanOrEqual(64 * 1024);
      expect(text.endsWith("xend")).toBe(true);
    }
  });

  it("is left as it is where it says what a gate says", async () => {
    const feigned = "retinue-gate 1:1\nretinue-gate ready\nretinue-gate go\n";
    const { stdout } = await outputOf(`process.stdout.write("mine\\n" + ${JSON.stringify(feigned)})`);
    expect(stdout).toBe(`mine\n${feigned}`);
  });
});
