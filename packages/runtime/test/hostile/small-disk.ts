import { temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";

/** A file system of its own, with so much room. */
export function smallDisk(context: TestContext, options: string): string {
  const directory = join(temporaryDirectory(), "disk");
  mkdirSync(directory);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", directory], { stdio: "pipe" });
  } catch (error) {
    const reason = `no file system of its own can be mounted: ${(error as Error).message.trim()}`;
    if (process.env["RETINUE_REQUIRE_ALL"] !== undefined) throw new Error(reason, { cause: error });
    context.skip(reason);
  }
  onTestFinished(() => void execFileSync("umount", ["-l", directory]));
  return directory;
}

/** Takes all that is free. Returns the function that gives it back. */
export function fill(directory: string): () => void {
  const path = join(directory, "filling");
  // Fails at the end: the disk is full then.
  execFileSync("sh", ["-c", `head -c 64M /dev/zero > ${path} 2>/dev/null || true`]);
  return () => rmSync(path);
}
