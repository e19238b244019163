import { randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { engineClient } from "../../src/docker/engine-client.ts";
import { removeContainer } from "../../src/docker/remove-container.ts";
import { engineBetween } from "../engine-between.ts";
import { noEngine, skipped, testEngine } from "../test-engine.ts";

describe.skipIf(noEngine !== undefined)(`a container that is removed${skipped}`, () => {
  it("goes with its volume also when it comes while that is being done", async () => {
    const { docker, image } = await testEngine();
    const between = await engineBetween();
    using late = engineClient({ docker_socket: between.socket, engine_timeout_seconds: 60 });
    const name = `retinue-late-${randomBytes(6).toString("hex")}`;
    const volume = `${name}-0a-0`;
    await docker.createVolume({ Name: volume });
    onTestFinished(() =>
      docker
        .getContainer(name)
        .remove({ force: true })
        .catch(() => {}),
    );
    const held = between.hold(/^GET \S*\/volumes/, "done");
    const removed = removeContainer(late.docker, name);
    await held.reached;
    const Mounts = [{ Type: "volume" as const, Source: volume, Target: "/workspace" }];
    await docker.createContainer({ name, Image: image, Cmd: ["true"], HostConfig: { Mounts } });
    held.goOn();
    await removed;
    const containers = await docker.listContainers({ all: true, filters: { name: [name] } });
    const { Volumes } = await docker.listVolumes({ filters: { name: [volume] } });
    expect([containers, Volumes ?? []]).toEqual([[], []]);
  });
});
