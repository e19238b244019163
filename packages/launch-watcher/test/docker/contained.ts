import { randomBytes } from "node:crypto";
import { closeSync } from "node:fs";
import { holdDirectoryWithin } from "@retinue/contained-fs";
import type Docker from "dockerode";
import { onTestFinished } from "vitest";
import { removeContainer } from "../../src/docker/remove-container.ts";
import { resolveImage } from "../../src/docker/resolve-image.ts";
import type { ContainedRun, HeldMount } from "../../src/contain/contained-run.ts";

export const testLimits = {
  memoryBytes: 256 * 1024 * 1024,
  cpus: 1,
  pids: 64,
  openFiles: 256,
  fileBytes: 8 * 1024 * 1024,
  temporaryBytes: 8 * 1024 * 1024,
};

/** A directory held for the test, as a mount. */
export function heldMount(directory: string, target: string, readOnly = false): HeldMount {
  const source = holdDirectoryWithin(directory, "");
  onTestFinished(() => closeSync(source.descriptor));
  return { source, target, readOnly };
}

/** A run of one command with everything else as the watcher has it; gone when the test has finished. */
export async function containedRun(
  docker: Docker,
  image: string,
  of: Pick<ContainedRun, "mounts" | "command"> & Partial<ContainedRun>,
): Promise<ContainedRun> {
  const name = `retinue-test-${randomBytes(6).toString("hex")}`;
  onTestFinished(() => removeContainer(docker, name));
  return {
    name,
    labels: { "test.retinue": name },
    imageId: await resolveImage(docker, image),
    uid: 1000,
    gid: 1000,
    environment: { PATH: "/bin", HOME: "/tmp" },
    workingDirectory: "/",
    limits: testLimits,
    pinning: "volume",
    ...of,
  };
}
