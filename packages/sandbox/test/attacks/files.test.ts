import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { place, runAt, type Place } from "./place.ts";

/** What a script does with a file that is not its own, by whatever way. */
const writes: Record<string, (at: Place) => string> = {
  "by its path": ({ parent }) => `echo attacked > ${parent}/file`,
  "by a name with ..": () => `echo attacked > ../../../file`,
  "through a link that it makes": ({ parent }) => `ln -s ${parent}/file link; echo attacked > link`,
  "through a link that it found": () => `echo attacked > found`,
  "through a hard link": ({ parent }) => `ln ${parent}/file hard && echo attacked > hard`,
  "through /proc/self/root": ({ parent }) => `echo attacked > /proc/self/root${parent}/file`,
  "through the root of a process outside": ({ parent }) =>
    `echo attacked > /proc/${process.pid}/root${parent}/file`,
  "by mounting it anew": ({ parent }) =>
    `unshare -Urm sh -c "mount -o remount,bind,rw ${parent}; echo attacked > ${parent}/file" || echo attacked > ${parent}/file`,
  "by binding it elsewhere": ({ parent }) =>
    `mkdir there; unshare -Urm sh -c "mount --bind ${parent} there; echo attacked > there/file" || echo attacked > ${parent}/file`,
};

describe.each(Object.entries(writes))("writing to the parent's workspace %s", (_name, script) => {
  test.each([true, false])("confined: %s", async (confined) => {
    const at = place();
    symlinkSync(join(at.parent, "file"), join(at.workspace, "found"));
    await runAt(at, ["sh", "-c", script(at)], { confined });
    expect(readFileSync(join(at.parent, "file"), "utf8")).toBe(confined ? "the parent's" : "attacked\n");
  });
});

test.each([true, false])("writing to the system's /tmp, confined: %s", async (confined) => {
  const at = place();
  writeFileSync(join(at.root, "file"), "");
  await runAt(at, ["sh", "-c", `mkdir -p ${at.root}; echo attacked > ${at.root}/file`], { confined });
  expect(readFileSync(join(at.root, "file"), "utf8")).toBe(confined ? "" : "attacked\n");
});

test.each([true, false])("writing through an open descriptor, confined: %s", async (confined) => {
  const at = place();
  const descriptor = openSync(join(at.parent, "file"), "w");
  await runAt(at, ["sh", "-c", "echo attacked >&3"], { confined, descriptors: [descriptor] });
  closeSync(descriptor);
  expect(readFileSync(join(at.parent, "file"), "utf8")).toBe(confined ? "" : "attacked\n");
});

test("whatever is open is closed, also what a plain shell cannot, and nothing of that shows", async () => {
  const at = place();
  const descriptor = openSync(join(at.parent, "file"), "r");
  const descriptors = Array.from({ length: 12 }, () => descriptor);
  const command = ["sh", "-c", "ls /proc/self/fd | wc -w; env | cut -d= -f1 | sort | xargs"];
  const [many, none] = [
    await runAt(at, command, { confined: true, descriptors }),
    await runAt(at, command, { confined: true }),
  ];
  closeSync(descriptor);
  const environment = (text: string) => text.split("\n")[1];
  expect(environment(many.stdout)).toBe(environment(none.stdout));
  expect(many).toMatchObject({ status: 0, stdout: expect.stringMatching(/^4\n/), stderr: "" });
});

test.skipIf(process.getuid?.() !== 0)("where nobody can close it, the command does not run", () => {
  const { policy, parent } = place();
  const program = join(import.meta.dirname, "../programs/without-bash.ts");
  const { status, stderr } = spawnSync(
    "unshare",
    ["--mount", process.execPath, program, JSON.stringify(policy), join(parent, "file")],
    { encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([126, expect.stringContaining(`it has ${parent}/file open`)]);
});

test.skipIf(process.getuid?.() !== 0).each([true, false])(
  "a setuid program, confined: %s",
  async (confined) => {
    const at = place();
    const program = join(at.workspace, "id");
    copyFileSync("/usr/bin/id", program);
    chownSync(program, 1, 1);
    chmodSync(program, 0o4755);
    const { stdout } = await runAt(at, ["./id", "-u"], { confined });
    expect(stdout.trim() === "1").toBe(!confined);
  },
);

/** What a script prints of what it may not see. */
const reads: Record<string, (at: Place) => string> = {
  "the user's SSH key": ({ home }) => `cat ${home}/.ssh/id_ed25519`,
  "the user's cloud credentials": ({ home }) => `cat ${home}/.aws/credentials`,
  "another run's workspace": ({ parent }) => `cat ${parent}/subagents/other/notes`,
  "the same through a link": ({ home }) => `ln -s ${home}/.ssh/id_ed25519 link; cat link`,
  "the same through the root of a process outside": ({ home }) =>
    `cat /proc/${process.pid}/root${home}/.ssh/id_ed25519`,
  "the environment of the server": () =>
    `tr '\\0' '\\n' < /proc/${process.pid}/environ | grep -q PATH= && echo a secret`,
  "the environments of all processes": () =>
    `cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -q ^VITEST && echo a secret`,
};

describe.each(Object.entries(reads))("reading %s", (_name, script) => {
  test.each([true, false])("confined: %s", async (confined) => {
    const at = place();
    const { stdout } = await runAt(at, ["sh", "-c", script(at)], { confined });
    expect(stdout.includes("a secret")).toBe(!confined);
  });
});

test("a home that is a context path shows no keys, and the workspace is its own to write", async () => {
  const at = place();
  writeFileSync(join(at.home, "notes"), "plain");
  const policy = { ...at.policy, readable: [...(at.policy.readable ?? []), at.home] };
  const script = `cat ~/notes; cat ~/.ssh/id_ed25519; echo own > mine; cat mine ${at.parent}/file`;
  const { stdout } = await runAt({ ...at, policy }, ["sh", "-c", script], { confined: true });
  expect(stdout).toBe("plainown\nthe parent's");
  expect(readFileSync(join(at.workspace, "mine"), "utf8")).toBe("own\n");
});
