import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  confinedCommand,
  probeOnce,
  probeSandbox,
  sandboxReceipt,
  type SandboxError,
} from "../../src/index.ts";
import { place, runAt, type Place } from "../attacks/place.ts";

/** A bubblewrap that is none. */
function broken({ root }: Place, script: string): string {
  const path = join(root, "bwrap");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

test("what is in force is found from inside, and said in a container's form", async () => {
  const { policy, workspace } = place();
  const found = await probeSandbox(policy);
  expect(found).toMatchObject({
    inForce: true,
    receipt: { network: "none", privileged: false, read_only_root: true, capabilities_dropped: ["ALL"] },
  });
  expect(sandboxReceipt(policy).mounts).toContainEqual({
    target: workspace,
    source: workspace,
    type: "bind",
    read_only: false,
  });
});

const shams: Record<string, readonly [script: string, found: RegExp]> = {
  "runs the command just so": [
    `while [ "$1" != -- ]; do shift; done; shift; shift; cd /; shift; exec sh ${"$GATE"} "$@"`,
    /namespace is the host's/,
  ],
  "does nothing": ["exit 0", /ran nothing/],
  fails: ["echo no permissions >&2; exit 1", /no permissions/],
  "leaves the network open": [
    `for a; do shift; [ "$a" = --unshare-net ] || set -- "$@" "$a"; done; exec /usr/bin/bwrap "$@"`,
    /net namespace|has a network/,
  ],
  "leaves the processes open": [
    `for a; do shift; [ "$a" = --unshare-pid ] || set -- "$@" "$a"; done; exec /usr/bin/bwrap "$@"`,
    /pid namespace|sees the host's processes/,
  ],
  "leaves paths writable": [
    `for a; do shift; [ "$a" != --ro-bind ] || a=--bind; set -- "$@" "$a"; done; exec /usr/bin/bwrap "$@"`,
    /may write to/,
  ],
};

test.each(Object.entries(shams))(
  "a bubblewrap that %s does not pass, and runs nothing",
  async (_name, [script, found]) => {
    const at = place();
    const gate = join(import.meta.dirname, "../../confine/gate.sh");
    const bwrap = broken(at, script.replaceAll("$GATE", gate));
    expect(await probeSandbox(at.policy, { bwrap })).toMatchObject({
      inForce: false,
      found: expect.stringMatching(found),
      remedy: expect.any(String),
    });
    const command = confinedCommand(at.policy, ["touch", join(at.workspace, "ran")], { bwrap });
    const { status } = await runAt(at, ["sh", "-c", '"$@"; test ! -e ran', "sh", ...command], {
      confined: false,
    });
    expect(status).toBe(0);
  },
);

test("without bubblewrap it says what brings it", async () => {
  const { policy } = place();
  const found = await probeSandbox(policy, { bwrap: "/nowhere/bwrap" });
  expect(found).toMatchObject({ inForce: false, found: expect.stringContaining("/nowhere/bwrap") });
});

test("nested it does not pass on paper: inside a sandbox another one is made, or refused", async () => {
  const at = place();
  const inner = confinedCommand(at.policy, [], { word: "in force" });
  const gate = join(import.meta.dirname, "../../confine/gate.sh");
  const policy = { ...at.policy, readable: [...(at.policy.readable ?? []), gate] };
  const { stdout, stderr } = await runAt({ ...at, policy }, inner, { confined: true });
  // A second /proc is not to be had here.
  expect([stdout, stderr !== ""]).toEqual(["", true]);
});

test("a policy that is none, and a path that is not there, are refused by name", () => {
  const { policy } = place();
  expect(() => confinedCommand({ ...policy, home: "relative" }, ["true"])).toThrow(
    /home: must be an absolute path/,
  );
  const low = { ...policy, hosts: ["127.0.0.1:80"] };
  expect(() => confinedCommand(low, ["true"])).toThrow(/hosts\[0\]: must be a port from 1024 on/);
  const missing = { ...policy, readable: ["/nowhere"] };
  expect(() => confinedCommand(missing, ["true"])).toThrow(
    expect.objectContaining({ code: "PATH_MISSING" }) as SandboxError,
  );
});

test("what held is not tried again, until something of its making is another; what did not hold is", async () => {
  const at = place();
  const tries = () => readFileSync(join(at.root, "tries"), "utf8").length;
  const counting = `printf x >> ${at.root}/tries`;
  const bwrap = broken(at, `${counting}; exec /usr/bin/bwrap "$@"`);
  const first = await probeOnce(at.policy, { bwrap });
  expect(await probeOnce(at.policy, { bwrap })).toEqual(first);
  expect([first.inForce, tries()]).toEqual([true, 1]);
  broken(at, `${counting}; exit 1`);
  for (const expected of [2, 3]) {
    expect((await probeOnce(at.policy, { bwrap })).inForce).toBe(false);
    expect(tries()).toBe(expected);
  }
});
