import { eventually, temporaryDirectory } from "@retinue/testkit";
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registerOwner, isOwnerAlive } from "../../src/own/owner.ts";
import { openWorkspaceLock } from "../../src/own/workspace-lock.ts";

const programs = new URL("../programs/", import.meta.url).pathname;

test("an owner is alive until it lets go", async () => {
  const owners = temporaryDirectory();
  const owner = registerOwner(owners);
  expect(isOwnerAlive(owners, owner.id)).toBe(true);
  owner.release();
  expect(isOwnerAlive(owners, owner.id)).toBe(false);
  expect(isOwnerAlive(owners, "somebody-never-seen")).toBe(false);
});

test("an owner that is killed with SIGKILL is dead at once", async () => {
  const owners = temporaryDirectory();
  const other = fork(join(programs, "own.ts"), [owners], { stdio: "inherit" });
  const [id] = (await once(other, "message")) as [string];
  expect(isOwnerAlive(owners, id)).toBe(true);
  other.kill("SIGKILL");
  await once(other, "exit");
  expect(isOwnerAlive(owners, id)).toBe(false);
});

test("of several processes only one is in the critical section, also when some are killed in it", async () => {
  const directory = temporaryDirectory();
  const counter = join(directory, "counter");
  writeFileSync(counter, "0");
  const lockPath = join(directory, "lock");
  const children = [1, 2, 3, 4].map(() =>
    fork(join(programs, "count.ts"), [lockPath, counter, "25"], { stdio: "inherit" }),
  );
  const exits = Promise.all(children.map((child) => once(child, "exit")));
  const stubborn = fork(join(programs, "count.ts"), [lockPath, counter, "0", "stay"], { stdio: "inherit" });
  await once(stubborn, "message");
  stubborn.kill("SIGKILL");
  await exits;
  expect(readFileSync(counter, "utf8")).toBe("100");
});

test("a critical section that throws lets go of the lock", async () => {
  const lock = openWorkspaceLock(join(temporaryDirectory(), "lock"));
  await expect(
    lock.run(() => {
      throw new Error("broken");
    }),
  ).rejects.toThrow("broken");
  expect(await eventually("the lock", () => lock.run(() => "free"))).toBe("free");
  lock.close();
});

test("a lock brings no warning of Node's with it, and keeps none back", () => {
  const args = [join(programs, "warn.ts"), join(temporaryDirectory(), "lock")];
  const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stderr).toMatch(/^\(node:\d+\) Warning: something else\n\(Use `node --trace-warnings [^\n]*\n$/);
});
