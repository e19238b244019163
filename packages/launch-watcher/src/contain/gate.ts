import type { HeldMount } from "./contained-run.ts";

/** Begins each line of a gate. */
export const gateLine = "retinue-gate";

/** Ends what the gate writes; before it stands one `device:inode` line a mount. */
export const gateReady = `${gateLine} ready`;

/** What the gate exits with when it shuts. What runs behind it may, too. */
export const gateShut = 126;

// Says what is mounted and waits: what the request asked for starts only at "go", or, when nobody is left to
// say it, when its file lies there.
const script =
  `w=$1; n=$2; shift 2; ` +
  `while [ "$n" -gt 0 ]; do stat -c "retinue-gate %d:%i" -- "$1" || exit 125; shift; n=$((n-1)); done; ` +
  `echo "${gateReady}"; read -r x; ` +
  `if [ "$x" = go ] || [ -e "$w" ]; then echo "retinue-gate go"; exec "$@"; fi; ` +
  `echo "retinue-gate shut"; exit ${gateShut}`;

export interface Gated {
  readonly mounts: readonly HeldMount[];
  readonly command: readonly string[];
  /** A file inside that only the host can make; it opens the gate when the connection to it is gone. */
  readonly goFile?: string | undefined;
}

/** The container's entry point: `command` behind the gate. */
export function gated({ mounts, command, goFile = "" }: Gated): string[] {
  const targets = mounts.map(({ target }) => target);
  return ["/bin/sh", "-c", script, "retinue-gate", goFile, String(targets.length), ...targets, ...command];
}

/** All that the gate says before it opens, when everything is mounted as it was checked. */
export function expectedOfGate(mounts: readonly HeldMount[]): string {
  const lines = mounts.map(({ source }) => `retinue-gate ${source.device}:${source.inode}`);
  return [...lines, gateReady, ""].join("\n");
}

// At the beginning and once: what runs behind the gate may write the same.
const beforeTheRun = /^(?:retinue-gate \d+:\d+\n)*(?:retinue-gate ready\n)?(?:retinue-gate go\n)?/;

/** Output without what the gate wrote before the run. For showing only: it is no evidence of anything. */
export function withoutGate(output: string): string {
  return output.replace(beforeTheRun, "");
}
