import { refused } from "./refused.ts";

/** Keys that reach for what the host decides, in lower case and without separators. */
const forbidden = new Set([
  "env",
  "envfile",
  "environment",
  "hooks",
  "image",
  "mcpservers",
  "mounts",
  "network",
  "networkmode",
  "privileged",
  "volumes",
]);

// Left out as a whole by who builds the new configuration, with whatever is in them.
const leftOut = "commandlinedocker";

/**
 * Refuses a configuration that carries such a key anywhere, by name: who asked for a hook or a mount should
 * not find out by its absence. How deep it may be nested was checked when it was read.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function refuseForbidden(section: unknown, where: string): void {
  if (typeof section !== "object" || section === null) return;
  for (const [key, value] of Object.entries(section)) {
    const plain = key.toLowerCase().replaceAll(/[-_]/g, "");
    if (plain.startsWith(leftOut)) continue;
    if (forbidden.has(plain)) {
      throw refused(`${where} carries ${key}, which only the host decides`, `Leave ${where}.${key} out.`);
    }
    refuseForbidden(value, `${where}.${key}`);
  }
}
