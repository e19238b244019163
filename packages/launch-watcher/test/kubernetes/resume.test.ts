import { chownSync, closeSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { holdDirectoryWithin } from "@retinue/contained-fs";
import { kubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { gateShut } from "../../src/contain/gate.ts";
import { directoryIn, noCluster, testNamespace, withoutCluster } from "./test-cluster.ts";

const megabyte = 1024 * 1024;

describe.skipIf(noCluster !== undefined)(`a pod whose watcher died at its gate${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it.each([
    ["goes where that was noted", true, 7],
    ["is shut where it was not", false, gateShut],
  ])("%s, by a word of the next watcher", async (_what, mayGo, exitCode) => {
    const { cluster, shared, open } = await testNamespace();
    const workspace = join(directoryIn(shared), "workspace");
    mkdirSync(workspace);
    chownSync(workspace, 1000, 1000);
    const source = holdDirectoryWithin(workspace, "");
    onTestFinished(() => closeSync(source.descriptor));
    const first = open();
    const name = "retinue-test-resumed";
    const container = await first.create({
      name,
      labels: {},
      imageId: cluster.image,
      uid: 1000,
      gid: 1000,
      command: ["/bin/sh", "-c", "echo > /workspace/ran; exit 7"],
      environment: { PATH: "/bin" },
      workingDirectory: "/workspace",
      mounts: [{ source, target: "/workspace", readOnly: false }],
      limits: {
        memoryBytes: 128 * megabyte,
        cpus: 1,
        pids: 64,
        openFiles: 256,
        fileBytes: megabyte,
        temporaryBytes: megabyte,
      },
      pinning: "gate",
    });
    await container.start();
    first[Symbol.dispose]();
    const next = open();
    const found = await next.find(name);
    await found?.container.resume(mayGo);
    expect(await found?.container.ended()).toMatchObject({ exitCode });
    expect(existsSync(join(workspace, "ran"))).toBe(mayGo);
    await next.remove(name);
  });
});
