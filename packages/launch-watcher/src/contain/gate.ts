import type { HeldMount } from "./contained-run.ts";

/** Ends what the gate writes; before it stands one `device:inode` line a mount. */
export const gateReady = "retinue-gate ready";

// Says what is mounted and waits: what the request asked for starts only at "go".
const script =
  `n=$1; shift; ` +
  `while [ "$n" -gt 0 ]; do stat -c "retinue-gate %d:%i" -- "$1" || exit 125; shift; n=$((n-1)); done; ` +
  `echo "${gateReady}"; read -r x && [ "$x" = go ] && exec "$@"; exit 126`;

/** The container's entry point: `command` behind the gate. */
export function gated(mounts: readonly HeldMount[], command: readonly string[]): string[] {
  const targets = mounts.map(({ target }) => target);
  return ["/bin/sh", "-c", script, "retinue-gate", String(targets.length), ...targets, ...command];
}

/** What the gate says when everything is mounted as it was checked. */
export function expectedOfGate(mounts: readonly HeldMount[]): string {
  const lines = mounts.map(({ source }) => `retinue-gate ${source.device}:${source.inode}`);
  return [...lines, gateReady, ""].join("\n");
}

/** Output without what the gate wrote before the run. */
export function withoutGate(output: string): string {
  const at = output.indexOf(`${gateReady}\n`);
  return at === -1
    ? output
        .split("\n")
        .filter((line) => !line.startsWith("retinue-gate "))
        .join("\n")
    : output.slice(at + gateReady.length + 1);
}
