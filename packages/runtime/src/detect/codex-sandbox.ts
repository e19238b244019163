import { isInsideContainer } from "../mode/container-detection.ts";
import { readUsersFile } from "./read-users-file.ts";
import type { AgentObstacle } from "./agent-login.ts";

/** It copies the machine's mounts, and fails when one goes meanwhile: where containers come and go. */
const tries = 3;

/** By `codex sandbox`: where that does not work, its runs refuse to begin. */
export const codexSandbox: AgentObstacle = async ({ ask }) => {
  for (let left = tries; ; left--) {
    const { exitCode, stderr } = await ask("sandbox", "--", "true");
    // Without an answer in time nothing is known.
    if (exitCode === 0 || exitCode === null) return undefined;
    if (left > 1) continue;
    const why = stderr.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
    return { found: `its sandbox does not work here (${why})`, remedy: remedyHere() };
  }
};

/** What may forbid user namespaces: the setting, its forbidding value, and one that allows them. */
const switches = [
  ["user.max_user_namespaces", "0", "15000"],
  ["kernel.unprivileged_userns_clone", "0", "1"],
  ["kernel.apparmor_restrict_unprivileged_userns", "1", "0"],
] as const;

function remedyHere(): string {
  // Docker's own profile forbids them.
  if (isInsideContainer())
    return "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined …";
  const [name, , allowing] = switches.find(([setting, forbids]) => valueOf(setting) === forbids) ?? [];
  return name === undefined ? "sudo apt-get install bubblewrap" : `sudo sysctl -w ${name}=${allowing}`;
}

function valueOf(setting: string): string | undefined {
  return readUsersFile(`/proc/sys/${setting.replaceAll(".", "/")}`)?.trim();
}
