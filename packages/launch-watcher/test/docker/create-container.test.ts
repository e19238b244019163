import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { identityLabels } from "../../src/contain/container-identity.ts";
import { createContainer } from "../../src/docker/create-container.ts";
import { removeOurs } from "../../src/contain/remove-ours.ts";
import { noEngine, skipped, testDockerEngine, testEngine } from "../test-engine.ts";
import { containedRun, heldMount } from "./contained.ts";

const identity = { launcher: "l", outbox: "o", subagentId: "a", sha256: "1" };

async function run(of: Partial<typeof identity> = {}) {
  const { docker, image } = await testEngine();
  const labels = identityLabels({ ...identity, ...of });
  const mounts = [heldMount(temporaryDirectory(), "/workspace")];
  return { docker, run: await containedRun(docker, image, { mounts, command: ["/bin/true"], labels }) };
}

describe.skipIf(noEngine !== undefined)(`creating a container${skipped}`, () => {
  it("attack 24: of eight creates of one name the engine grants one", async () => {
    const { docker, run: one } = await run();
    const options = { name: one.name, Image: one.imageId, Cmd: ["true"] };
    const creates = await Promise.allSettled(
      Array.from({ length: 8 }, () => docker.createContainer({ ...options })),
    );
    const codes = creates.map((each) => (each.status === "fulfilled" ? 201 : each.reason.statusCode));
    expect(codes.toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  it("replaces one of the same request, which a watcher that died had asked for", async () => {
    const { docker, run: one } = await run();
    const first = await createContainer(docker, one);
    const second = await createContainer(docker, one);
    expect(second.id).not.toBe(first.id);
    await expect(first.inspect()).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each([
    ["another launcher", { launcher: "other" }],
    ["another outbox", { outbox: "other" }],
    ["another subagent", { subagentId: "other" }],
    ["another request", { sha256: "other" }],
  ])("attack 24: neither takes nor removes one of its name made for %s", async (_whose, of) => {
    const { docker, run: theirs } = await run(of);
    const container = await createContainer(docker, theirs);
    const ours = { ...theirs, labels: identityLabels(identity) };
    await expect(createContainer(docker, ours)).rejects.toMatchObject({ code: "NOT_OURS" });
    const { engine } = await testDockerEngine();
    expect(await removeOurs(engine, ours)).toBe(false);
    expect((await container.inspect()).State.Status).toBe("created");
  });
});
