import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { holdDirectoryWithin } from "@retinue/contained-fs";
import { eventually } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import type { ContainedRun, HeldMount } from "../../src/contain/contained-run.ts";
import type { Container, ContainerEngine } from "../../src/contain/container-engine.ts";
import { identityLabels, labelNames } from "../../src/contain/container-identity.ts";
import { removeOurs } from "../../src/contain/remove-ours.ts";

/** An engine under test. */
export interface Subject {
  /** A client of it, for one test. Asked again: another one, as a second watcher has it. */
  open(): Promise<ContainerEngine>;
  readonly image: string;
  /** A new directory that its containers can be given, for one test. */
  directory(): string;
}

const uid = 1000;
const limits = {
  memoryBytes: 128 * 1024 * 1024,
  cpus: 1,
  pids: 64,
  openFiles: 256,
  fileBytes: 1024 * 1024,
  temporaryBytes: 8 * 1024 * 1024,
};

/** What `sh -c` runs, in a workspace of its own. Gone when the test has finished. */
async function contained(subject: Subject, script: string, of: Partial<ContainedRun> = {}) {
  const { image, directory } = subject;
  // Of another one: a test may dispose of its own.
  const remover = await subject.open();
  const engine = await subject.open();
  const place = directory();
  const workspace = join(place, "workspace");
  mkdirSync(workspace);
  chownSync(workspace, uid, uid);
  const run: ContainedRun = {
    name: `retinue-test-${randomBytes(6).toString("hex")}`,
    labels: identityLabels({ launcher: "l", outbox: "o", subagentId: "a", sha256: "1" }),
    imageId: await engine.resolveImage(image),
    uid,
    gid: uid,
    command: ["/bin/sh", "-c", script],
    environment: { PATH: "/bin", HOME: "/tmp" },
    workingDirectory: "/workspace",
    mounts: [held(workspace, "/workspace")],
    limits,
    pinning: "gate",
    ...of,
  };
  onTestFinished(() => remover.remove(run.name));
  return { engine, run, place, workspace };
}

function held(directory: string, target: string, readOnly = false): HeldMount {
  const source = holdDirectoryWithin(directory, "");
  onTestFinished(() => closeSync(source.descriptor));
  return { source, target, readOnly };
}

async function going(subject: Subject, script: string, of: Partial<ContainedRun> = {}) {
  const all = await contained(subject, script, of);
  const container = await all.engine.create(all.run);
  using gate = await container.start();
  gate.go();
  return { ...all, container, receipt: gate.receipt };
}

async function outcome(container: Container) {
  const { exitCode, note } = await container.ended();
  return { exitCode, note, ...(await container.output()) };
}

/** What every container engine promises. `subject` is asked for within each test. */
export function engineContract(subject: () => Promise<Subject>): void {
  it("lets nothing run before go, and then what was asked, confined, in the directory that was held", async () => {
    const look =
      "cat /proc/self/status > status; ulimit -n; ulimit -f; echo x > /x || echo said; echo wrong >&2; exit 7";
    const { engine, run, workspace } = await contained(await subject(), look);
    const container = await engine.create(run);
    using gate = await container.start();
    expect(existsSync(join(workspace, "status"))).toBe(false);
    gate.go();
    const { exitCode, stdout, stderr } = await outcome(container);
    expect(exitCode).toBe(7);
    // An engine may keep one text of both.
    expect(stdout.split("\n").filter((line) => /^\d+$/.test(line))).toEqual(["256", "2048"]);
    expect(stdout).toContain("said\n");
    expect(stdout).not.toContain("retinue-gate");
    expect(stderr).toContain("wrong\n");
    const status = readFileSync(join(workspace, "status"), "utf8");
    expect(status).toMatch(/^Uid:\t1000\t1000/m);
    expect(status).toMatch(/^CapEff:\t0{16}$/m);
    expect(status).toMatch(/^CapBnd:\t0{16}$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
  });

  it("gives a receipt of what is in force", async () => {
    const under = await subject();
    const context = under.directory();
    const { engine, run } = await contained(under, "true");
    const mounts = [...run.mounts, held(context, "/context/0", true)];
    using gate = await (await engine.create({ ...run, mounts })).start();
    expect(gate.receipt).toMatchObject({
      image: run.imageId,
      user: "1000:1000",
      privileged: false,
      capabilities_added: [],
      capabilities_dropped: ["ALL"],
      read_only_root: true,
      memory_bytes: limits.memoryBytes,
      cpus: 1,
      entrypoint: expect.arrayContaining(["retinue-gate", "true"]),
      working_directory: "/workspace",
      environment: ["PATH=/bin", "HOME=/tmp"],
      pid_namespace: "",
      uts_namespace: "",
      restart_policy: expect.stringMatching(/^(no|Never)$/),
      auto_remove: false,
    });
    const mounted = gate.receipt.mounts.map(({ target, read_only }) => [target, read_only]);
    expect(mounted).toEqual(
      expect.arrayContaining([
        ["/workspace", false],
        ["/context/0", true],
      ]),
    );
  });

  it.each([
    ["swapped", (secret: string, workspace: string) => renameSync(secret, workspace)],
    ["replaced by a link", (secret: string, workspace: string) => symlinkSync(secret, workspace)],
  ])("attack 9: a directory that was %s is seen at the gate, and nothing runs", async (_how, put) => {
    const { engine, run, place, workspace } = await contained(await subject(), "echo ran > /workspace/ran");
    const secret = join(place, "secret");
    mkdirSync(secret);
    chownSync(secret, uid, uid);
    const container = await engine.create(run);
    renameSync(workspace, join(place, "moved"));
    put(secret, workspace);
    await expect(container.start()).rejects.toMatchObject({ code: "MOUNT_NOT_PINNED" });
    await engine.remove(run.name);
    expect(existsSync(join(workspace, "ran"))).toBe(false);
    expect(existsSync(join(place, "moved/ran"))).toBe(false);
  });

  it("attack 24: replaces one of the same request that never ran, and leaves another's alone", async () => {
    const { engine, run } = await contained(await subject(), "true");
    await engine.create(run);
    const container = await engine.create(run);
    const labels = identityLabels({ launcher: "l", outbox: "o", subagentId: "a", sha256: "2" });
    await expect(engine.create({ ...run, labels })).rejects.toMatchObject({ code: "NOT_OURS" });
    expect(await removeOurs(engine, { name: run.name, labels })).toBe(false);
    using gate = await container.start();
    gate.go();
    expect((await container.ended()).exitCode).toBe(0);
  });

  it("attack 26: one that ended is not started again", async () => {
    const { container, workspace } = await going(await subject(), "echo x >> /workspace/ran");
    await container.ended();
    await expect(container.start()).rejects.toMatchObject({ code: "STARTED_BEFORE" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });

  it("is not taken for over because it says what its gate says at the end", async () => {
    const last = "echo retinue-gate end 0 > /proc/1/fd/1 && echo > /workspace/said";
    const script = `${last}; while [ ! -e /workspace/end ]; do sleep 0.1; done; exit 5`;
    const { container, workspace } = await going(await subject(), script);
    const ended = container.ended();
    await eventually("it is said", () => existsSync(join(workspace, "said")), 60);
    // As long as somebody who believes it may take to say so.
    await Promise.race([ended, delay(3000)]);
    writeFileSync(join(workspace, "end"), "");
    expect((await ended).exitCode).toBe(5);
  });

  it("stops by SIGINT, which a run may take its time with", async () => {
    const script =
      "trap 'echo saved > /workspace/saved; exit 9' INT; echo > /workspace/up; while :; do sleep 0.1; done";
    const { container, workspace } = await going(await subject(), script);
    await eventually("it runs", () => existsSync(join(workspace, "up")), 60);
    await container.stop(10);
    expect((await container.ended()).exitCode).toBe(9);
    expect(readFileSync(join(workspace, "saved"), "utf8")).toBe("saved\n");
    await container.stop(10);
  });

  it.each([
    ["stop", (container: Container) => container.stop(1)],
    ["kill", (container: Container) => container.kill()],
  ])("ends by %s one that ends for no signal", async (_how, end) => {
    const script = "trap '' INT TERM; echo here; echo > /workspace/up; while :; do sleep 0.1; done";
    const { container, workspace } = await going(await subject(), script);
    await eventually("it runs", () => existsSync(join(workspace, "up")), 60);
    await end(container);
    const { exitCode, stdout } = await outcome(container);
    expect(exitCode).toBe(137);
    expect(stdout).toBe("here\n");
  });

  it("says of one that was out of memory that it was", async () => {
    const { container } = await going(await subject(), "x=a; while :; do x=$x$x; done");
    const { exitCode, note } = await outcome(container);
    expect(exitCode).toBe(137);
    expect(note).toContain("out of memory");
  });

  it("is found by another watcher, with its labels and its end, until it is removed", async () => {
    const under = await subject();
    const { engine, run } = await going(under, "echo it; exit 3");
    const other = await under.open();
    const found = await other.find(run.name);
    expect(found?.labels).toMatchObject(run.labels);
    expect(found?.startedAt.getTime()).toBeGreaterThan(Date.now() - 600_000);
    expect(await outcome(found?.container as Container)).toMatchObject({ exitCode: 3, stdout: "it\n" });
    await other.remove(run.name);
    expect(await engine.find(run.name)).toBeUndefined();
    await other.remove(run.name);
  });

  it("removes a launcher's containers but those that are expected, and no other's", async () => {
    const under = await subject();
    const [ours, theirs] = [randomBytes(8).toString("hex"), randomBytes(8).toString("hex")];
    const create = async (launcher: string) => {
      const labels = { [labelNames.launcher]: launcher };
      const { engine, run } = await contained(under, "true", { labels });
      await engine.create(run);
      return run.name;
    };
    const [one, kept, other] = [await create(ours), await create(ours), await create(theirs)];
    const engine = await under.open();
    const removed: string[] = [];
    const onRemove = (name: string) => void removed.push(name);
    await engine.removeOthers(ours, { expected: new Set([kept]), onRemove });
    expect(removed).toEqual([one]);
    const left = await Promise.all(
      [one, kept, other].map(async (name) => (await engine.find(name)) !== undefined),
    );
    expect(left).toEqual([false, true, true]);
  });

  it("refuses an image that is not there", async () => {
    const engine = await (await subject()).open();
    const absent = "registry.invalid/absent";
    await expect(engine.resolveImage(absent)).rejects.toMatchObject({ code: "IMAGE_REFUSED" });
  });

  it("ends what waits when it is disposed of, and asks nothing more", async () => {
    const { engine, container } = await going(await subject(), "sleep 60");
    const waiting = container.ended().then(
      () => "ended",
      (error: Error) => error.message,
    );
    engine[Symbol.dispose]();
    expect(await waiting).toContain("the watcher has ended");
    await expect(engine.find("any")).rejects.toThrow("the watcher has ended");
  });
}
