import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory, eventually, verifies } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { holdLock } from "../../src/spool/hold-lock.ts";

const holder = join(import.meta.dirname, "../programs/lock-holder.ts");

it(`attack 24: keeps a second watcher away, also one in another network and process namespace, until it is killed ${verifies("HOST-ONE-WATCHER")}`, async () => {
  const spool = join(temporaryDirectory(), "spool");
  mkdirSync(spool);
  const isRoot = process.getuid?.() === 0 && process.platform === "linux";
  const apart = isRoot ? ["unshare", "--net", "--pid", "--fork", "--kill-child"] : [];
  const [program = "", ...args] = [...apart, process.execPath, holder, spool];
  const other = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void other.kill("SIGKILL"));
  await once(other.stdout, "data");
  await expect(holdLock(spool)).rejects.toMatchObject({ code: "SPOOL_IN_USE" });
  other.kill("SIGKILL");
  const lock = await eventually("the lock is free", () => holdLock(spool).catch(() => undefined));
  await expect(holdLock(spool)).rejects.toMatchObject({ code: "SPOOL_IN_USE" });
  lock.release();
});
