import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory, verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { diagnose, tryRun, type Protection, type Trial } from "../../src/index.ts";
import { isPatched, checkRuntime } from "../../src/docker/check-runtime.ts";
import { checkSocket } from "../../src/docker/check-socket.ts";
import { checkTrial } from "../../src/diagnose/check-trial.ts";
import { noEngine, skipped, testEngine } from "../test-engine.ts";
import { watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

const names = (findings: readonly Protection[], ok: boolean) =>
  findings.filter((each) => each.ok === ok).map(({ name }) => name);

describe.skipIf(noEngine !== undefined)(`protections, one by one${skipped}`, () => {
  let good: Promise<{ config: WatchedOutbox["config"]; trial: Trial }> | undefined;
  const tried = () =>
    (good ??= watchedOutbox().then(async ({ config }) => ({ config, trial: await tryRun(config) })));

  it(`pass in a container that was really run ${verifies("HOST-DOCTOR")}`, async () => {
    const { config, trial } = await tried();
    const findings = checkTrial(config, trial);
    expect(names(findings, false)).toEqual([]);
    expect(findings.length).toBeGreaterThan(15);
  });

  it.each<[string, Partial<Trial["seen"]>, Partial<Trial["receipt"]>, RegExp]>([
    ["a network", { interfaces: ["lo", "eth0"] }, {}, /no network/],
    ["network host", {}, { network: "host" }, /no network/],
    ["a capability", { capabilities: "0000000000000001 0000000000000001" }, {}, /capabilities/],
    ["new privileges", { no_new_privileges: false }, {}, /capabilities/],
    ["privileged", {}, { privileged: true }, /capabilities/],
    ["no filter", { seccomp: "0" }, {}, /system calls/],
    ["root", { uid: "0" }, {}, /not root/],
    ["a root filesystem to write", { root_options: ["rw"] }, {}, /root filesystem/],
    ["programs in /tmp", { tmp_options: ["nosuid", "nodev"] }, {}, /\/tmp/],
    ["any file size", { file_bytes: "unlimited" }, {}, /file sizes/],
    ["no gate", {}, { entrypoint: ["sh"] }, /before the mounts/],
    ["swap", {}, { memory_and_swap_bytes: -1 }, /no swap/],
    ["any memory", {}, { memory_bytes: 0 }, /memory is limited/],
    ["any number of processes", {}, { pids: 0 }, /processes/],
    ["any processor time", {}, { cpus: 0 }, /processor/],
    ["a shared namespace", {}, { pid_namespace: "host" }, /namespaces/],
    ["no masks", {}, { masked_paths: [] }, /masks/],
    ["a log without end", {}, { log: { driver: "json-file", options: {} } }, /log/],
    ["restarts", {}, { restart_policy: "always" }, /started again/],
    ["no init", {}, { init: false }, /reaped/],
    ["an image by its tag", {}, { image: "child:latest" }, /image/],
  ])("fail on %s, with a remedy", async (_what, seen, receipt, protection) => {
    const { config, trial } = await tried();
    const altered = { seen: { ...trial.seen, ...seen }, receipt: { ...trial.receipt, ...receipt } };
    const failed = checkTrial(config, altered).filter(({ ok }) => !ok);
    expect(failed.map((each) => each.name)).toEqual([expect.stringMatching(protection)]);
    expect(failed[0]?.remedy).not.toBe("");
  });

  it("attack 28: say of the engine at hand whether its runtime is patched", async () => {
    const { docker } = await testEngine();
    const [, installed = ""] =
      /runc version (\S+)/.exec(execFileSync("runc", ["--version"]).toString()) ?? [];
    const found = (await checkRuntime(docker)).find(({ name }) => name.includes("patched"));
    expect(found).toMatchObject({ ok: isPatched(installed), required: false });
    expect(found?.found).toContain(installed);
  });

  it("attack 28: are in the log of a watcher that starts where one is missing", async () => {
    const watched = await watchedOutbox();
    await watched.start();
    const missing = names(await checkRuntime(watched.docker), false);
    const warned = watched.events.filter(({ event }) => event === "unprotected");
    expect(warned.map(({ protection }) => protection)).toEqual(missing);
    for (const { remedy } of warned) expect(remedy).not.toBe("");
  });

  it("fail on directories that others write, that are not there, or a spool that others read", async () => {
    const watched = await watchedOutbox();
    chmodSync(watched.outbox, 0o777);
    mkdirSync(watched.config.spool, { mode: 0o755 });
    const failed = (await diagnose(watched.config)).filter(({ ok, required }) => required && !ok);
    expect(failed.map(({ name }) => name)).toEqual([
      "the spool is the watcher's alone",
      `outbox parent: not everybody writes ${watched.outbox}`,
    ]);
    for (const { remedy } of failed) expect(remedy).toMatch(/^chmod /);
  });

  it("fail where the engine cannot be reached", async () => {
    const { config: other } = await watchedOutbox({ docker_socket: "/nowhere/docker.sock" });
    const failed = names(await diagnose(other), false);
    expect(failed).toContain("the engine answers");
  });
});

it("everybody's socket is found", () => {
  const path = join(temporaryDirectory(), "socket");
  writeFileSync(path, "", { mode: 0o660 });
  expect(checkSocket(path).ok).toBe(true);
  chmodSync(path, 0o666);
  expect(checkSocket(path)).toMatchObject({ ok: false, remedy: expect.stringContaining("chmod o-rwx") });
});
