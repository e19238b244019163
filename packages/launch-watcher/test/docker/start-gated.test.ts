import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryDirectory, verifies } from "@retinue/testkit";
import Docker from "dockerode";
import { describe, expect, it, onTestFinished } from "vitest";
import { containerOutput } from "../../src/docker/container-output.ts";
import { createOptions } from "../../src/docker/create-options.ts";
import { removeContainer } from "../../src/docker/remove-container.ts";
import { startGated } from "../../src/docker/start-gated.ts";
import { engineBetween } from "../engine-between.ts";
import { noEngine, skipped, testEngine } from "../test-engine.ts";
import { containedRun, heldMount, testLimits } from "./contained.ts";

describe.skipIf(noEngine !== undefined)(`a gated container${skipped}`, () => {
  it("lets nothing run before go, and then does what it was asked in the directory that was held", async () => {
    const { docker, image } = await testEngine();
    const root = temporaryDirectory();
    const workspace = join(root, "workspace");
    mkdirSync(workspace);
    chownSync(workspace, 1000, 1000);
    const run = await containedRun(docker, image, {
      mounts: [heldMount(workspace, "/workspace")],
      command: [
        "/bin/sh",
        "-c",
        "cat /proc/self/status > /workspace/status; echo said; echo wrong >&2; exit 7",
      ],
    });
    const container = await docker.createContainer(createOptions(run));
    // The name is given to another directory: attack 9, in one step.
    renameSync(workspace, join(root, "moved"));
    mkdirSync(workspace);
    const gated = await startGated(container, run);
    expect(existsSync(join(root, "moved/status"))).toBe(false);
    gated.go();
    expect(await container.wait()).toEqual(expect.objectContaining({ StatusCode: 7 }));
    const status = readFileSync(join(root, "moved/status"), "utf8");
    expect(status).toMatch(/^Uid:\t1000\t1000/m);
    expect(status).toMatch(/^CapEff:\t0{16}$/m);
    expect(status).toMatch(/^CapBnd:\t0{16}$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(await containerOutput(container)).toEqual({ stdout: "said\n", stderr: "wrong\n" });
    await removeContainer(docker, run.name);
    const left = await docker.listVolumes({ filters: { label: [`test.retinue=${run.name}`] } });
    expect(left.Volumes ?? []).toEqual([]);
  });

  it(`is what the receipt says, as the engine sees it ${verifies("HOST-DECIDES")}`, async () => {
    const { docker, image } = await testEngine();
    const run = await containedRun(docker, image, {
      mounts: [
        heldMount(temporaryDirectory(), "/workspace"),
        heldMount(temporaryDirectory(), "/context/0", true),
      ],
      command: ["/bin/true"],
    });
    const { receipt } = await startGated(await docker.createContainer(createOptions(run)), run);
    const { openFiles, fileBytes, temporaryBytes } = testLimits;
    expect(receipt).toMatchObject({
      image: run.imageId,
      network: "none",
      user: "1000:1000",
      privileged: false,
      capabilities_added: [],
      capabilities_dropped: ["ALL"],
      security_options: ["no-new-privileges:true"],
      read_only_root: true,
      memory_bytes: testLimits.memoryBytes,
      memory_and_swap_bytes: testLimits.memoryBytes,
      cpus: 1,
      pids: testLimits.pids,
      entrypoint: expect.arrayContaining(["retinue-gate", "/bin/true"]),
      working_directory: "/",
      environment: ["PATH=/bin", "HOME=/tmp"],
      healthcheck: ["NONE"],
      network_disabled: true,
      masked_paths: expect.arrayContaining(["/proc/kcore"]),
      read_only_paths: expect.arrayContaining(["/proc/sys"]),
      tmpfs: { "/tmp": `rw,noexec,nosuid,nodev,uid=1000,gid=1000,size=${temporaryBytes},nr_inodes=16384` },
      ulimits: [
        { name: "nofile", soft: openFiles, hard: openFiles },
        { name: "core", soft: 0, hard: 0 },
        { name: "fsize", soft: fileBytes, hard: fileBytes },
      ],
      init: true,
      ipc_namespace: "private",
      pid_namespace: "",
      uts_namespace: "",
      cgroup_namespace: "private",
      user_namespace: "",
      log: { driver: "json-file", options: { "max-size": "1m", "max-file": "2" } },
      restart_policy: "no",
      auto_remove: false,
      oom_score_adjustment: 500,
    });
    expect(receipt.mounts.map(({ target, read_only }) => [target, read_only])).toEqual([
      ["/workspace", false],
      ["/context/0", true],
    ]);
  });

  it("attack 9: with a plain bind, a swapped directory is seen at the gate and nothing runs", async () => {
    const { docker, image } = await testEngine();
    const root = temporaryDirectory();
    for (const name of ["workspace", "secret"]) {
      mkdirSync(join(root, name));
      chownSync(join(root, name), 1000, 1000);
    }
    const run = await containedRun(docker, image, {
      mounts: [heldMount(join(root, "workspace"), "/workspace")],
      command: ["/bin/sh", "-c", "echo ran > /workspace/ran"],
      pinning: "gate",
    });
    const container = await docker.createContainer(createOptions(run));
    renameSync(join(root, "workspace"), join(root, "moved"));
    renameSync(join(root, "secret"), join(root, "workspace"));
    await expect(startGated(container, run)).rejects.toMatchObject({ code: "MOUNT_NOT_PINNED" });
    await removeContainer(docker, run.name);
    expect(existsSync(join(root, "workspace/ran"))).toBe(false);
  });

  it.each([
    ["opens when the host's file lies there", true, 7],
    ["shuts when it does not", false, 126],
  ])("that nobody tells anything %s", async (_what, isThere, exitCode) => {
    const { docker, image } = await testEngine();
    const inputs = temporaryDirectory();
    chmodSync(inputs, 0o755);
    const run = await containedRun(docker, image, {
      mounts: [heldMount(inputs, "/input", true)],
      command: ["/bin/sh", "-c", "exit 7"],
      goFile: "/input/go",
    });
    const container = await docker.createContainer(createOptions(run));
    const gated = await startGated(container, run);
    if (isThere) writeFileSync(join(inputs, "go"), "");
    gated[Symbol.dispose]();
    expect(await container.wait()).toMatchObject({ StatusCode: exitCode });
  });

  it("is not listened to when the engine does not say what it is", async () => {
    const { image } = await testEngine();
    const between = await engineBetween();
    const docker = new Docker({ socketPath: between.socket });
    const mounts = [heldMount(temporaryDirectory(), "/workspace")];
    const run = await containedRun(docker, image, { mounts, command: ["/bin/true"] });
    const container = await docker.createContainer(createOptions(run));
    between.fail(/^GET \S+\/json/);
    await expect(startGated(container, run)).rejects.toMatchObject({ statusCode: 500 });
    // One that was asked for before this is known by now.
    await docker.ping();
    expect(between.open(/^POST \S+\/attach/)).toBe(0);
  });

  it("attack 26: one that ended is not started again", async () => {
    const { docker, image } = await testEngine();
    const workspace = temporaryDirectory();
    chownSync(workspace, 1000, 1000);
    const run = await containedRun(docker, image, {
      mounts: [heldMount(workspace, "/workspace")],
      command: ["/bin/sh", "-c", "echo x >> /workspace/ran"],
    });
    const container = await docker.createContainer(createOptions(run));
    (await startGated(container, run)).go();
    await container.wait();
    const again = async () => (await startGated(container, run)).go();
    await expect(again()).rejects.toMatchObject({ code: "STARTED_BEFORE" });
    expect((await container.inspect()).State.Status).toBe("exited");
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });

  it.each(["volume", "gate"] as const)(
    "attack 12: a filesystem mounted below a read-only directory is neither seen nor written (%s)",
    async (pinning) => {
      const { docker, image } = await testEngine();
      const context = temporaryDirectory();
      const below = join(context, "below");
      mkdirSync(below);
      for (const each of [context, below]) chownSync(each, 1000, 1000);
      execFileSync("mount", ["-t", "tmpfs", "-o", "uid=1000,gid=1000", "tmpfs", below]);
      onTestFinished(() => void execFileSync("umount", [below]));
      writeFileSync(join(below, "secret"), "secret");
      const run = await containedRun(docker, image, {
        pinning,
        mounts: [heldMount(context, "/context/0", true)],
        command: ["/bin/sh", "-c", "[ ! -e /context/0/below/secret ] && ! echo x > /context/0/below/new"],
      });
      const container = await docker.createContainer(createOptions(run));
      (await startGated(container, run)).go();
      expect((await container.wait()) as unknown).toMatchObject({ StatusCode: 0 });
      expect(existsSync(join(below, "new"))).toBe(false);
    },
  );
});
