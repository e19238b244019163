import type { HeldMount } from "./contained-run.ts";

/** Ends what the gate writes; before it stands one `device:inode` line a mount. */
const gateReady = "retinue-gate ready";
const letGo = "retinue-gate go";
const shut = "retinue-gate shut";

/** What the gate exits with when it shuts. What runs behind it may, too. */
export const gateShut = 126;

// Says what is mounted and waits: what the request asked for starts only at "go".
const script =
  `n=$1; shift; ` +
  `while [ "$n" -gt 0 ]; do stat -c "retinue-gate %d:%i" -- "$1" || exit 125; shift; n=$((n-1)); done; ` +
  `echo "${gateReady}"; read -r x && [ "$x" = go ] && echo "${letGo}" && exec "$@"; ` +
  `echo "${shut}"; exit ${gateShut}`;

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
  const begins = `${gateReady}\n${letGo}\n`;
  const at = output.indexOf(begins);
  return at === -1 ? output.replaceAll(/^retinue-gate .*\n/gm, "") : output.slice(at + begins.length);
}

/**
 * Whether all that a container wrote says that its gate shut. What ran behind it cannot feign that: before
 * it stands that it was let go, and an engine that drops old output keeps more than this.
 */
export function saysShut(wholeOutput: string): boolean {
  return new RegExp(`^(retinue-gate \\d+:\\d+\n)+${gateReady}\n${shut}\n$`).test(wholeOutput);
}
