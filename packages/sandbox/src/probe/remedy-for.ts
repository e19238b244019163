import { readText } from "@retinue/contained-fs";

/** What may forbid user namespaces: the setting, its forbidding value, and one that allows them. */
const switches = [
  ["user.max_user_namespaces", "0", "15000"],
  ["kernel.unprivileged_userns_clone", "0", "1"],
  ["kernel.apparmor_restrict_unprivileged_userns", "1", "0"],
] as const;

/** The one command that brings what a sandbox lacks here, as far as that can be told. */
export function remedyFor(found: string): string {
  if (found.includes("socat")) return "sudo apt-get install socat";
  const [name, , allowing] = switches.find(([setting, forbids]) => valueOf(setting) === forbids) ?? [];
  if (name !== undefined) return `sudo sysctl -w ${name}=${allowing}`;
  if (/not permitted|denied|No space/i.test(found)) {
    return "In a container: docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined …";
  }
  return "sudo apt-get install --reinstall bubblewrap socat";
}

/** The values of those settings here, in one text. */
export function settingsInForce(): string {
  return switches.map(([setting]) => valueOf(setting) ?? "").join(" ");
}

function valueOf(setting: string): string | undefined {
  try {
    return readText(`/proc/sys/${setting.replaceAll(".", "/")}`, { maxBytes: 64 })?.trim();
  } catch {
    // No such setting here.
    return undefined;
  }
}
