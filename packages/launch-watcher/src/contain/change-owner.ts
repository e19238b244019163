import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { ContainedRun } from "./contained-run.ts";
import type { ContainerEngine } from "./container-engine.ts";

/**
 * Gives the first mount of a run to a user, in a container of its own: the host never walks a tree that
 * somebody else writes. Taking the ownership also clears setuid bits.
 *
 * @throws LaunchWatcherError ENGINE_FAILED, MOUNT_NOT_PINNED.
 */
export async function changeOwner(
  engine: Pick<ContainerEngine, "create" | "remove">,
  run: ContainedRun,
  { uid, gid }: { uid: number; gid: number },
): Promise<void> {
  const { goFile: _goFile, masked: _masked, ...own } = run;
  const changing: ContainedRun = {
    ...own,
    name: `${run.name}-owner`,
    uid: 0,
    gid: 0,
    // FOWNER: without it a setuid file that the child left cannot be taken from it.
    capabilities: ["CHOWN", "DAC_READ_SEARCH", "FOWNER"],
    mounts: run.mounts.slice(0, 1),
    workingDirectory: "/",
    // A tree that its owner keeps growing must not hold the watcher.
    command: [
      "timeout",
      "--kill-after=10",
      "600",
      "chown",
      "-R",
      "-h",
      "-P",
      "--",
      `${uid}:${gid}`,
      run.mounts[0]?.target ?? "/workspace",
    ],
  };
  const container = await engine.create(changing);
  try {
    using gate = await container.start();
    gate.go();
    const { exitCode } = await container.ended();
    if (exitCode !== 0) {
      throw new LaunchWatcherError(
        "ENGINE_FAILED",
        `the workspace could not be given to ${uid}:${gid}: chown ended with ${exitCode}`,
        { remedy: "See that the workspace's filesystem knows owners." },
      );
    }
  } finally {
    await engine.remove(changing.name);
  }
}
