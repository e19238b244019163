import { environmentNames } from "@retinue/engine-contract";
import { labelNames } from "../contain/container-identity.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { gateLine, gateReady, gateShut } from "../contain/gate.ts";

/** What is said to the gate, a line each, by whoever is attached to it. */
export const gateWords = { look: "look", go: "go", shut: "shut" } as const;

/** Before the exit code of what ran behind it: its last line. */
export const gateEnd = `${gateLine} end`;

// Unlike Docker's gate this one outlives a connection: it waits until a watcher, the next one too, says a word.
// `timeout 0` undoes what the shell does to a command that it waits for: that it hears of no SIGINT.
const script = [
  `n=$1; files=$2; bytes=$3; seconds=$4; shift 4`,
  `trap 'exit ${gateShut}' TERM`,
  `while read -r word; do case $word in`,
  `${gateWords.look}) i=0; for mount; do [ "$i" -lt "$n" ] || break; stat -c "${gateLine} %d:%i" -- "$mount" || exit 125; i=$((i+1)); done; echo "${gateReady}";;`,
  `${gateWords.go}) break;;`,
  `${gateWords.shut}) echo "${gateLine} shut"; exit ${gateShut};;`,
  `esac; done`,
  `[ "$word" = ${gateWords.go} ] || exit ${gateShut}`,
  `shift "$n"; echo "${gateLine} go"`,
  // What its environment says counts from when it was asked for: it may have waited in a queue since. The time is that of
  // a process that was made just now: an image that has stat may have no date.
  `[ -z "$${environmentNames.deadline}" ] || export ${environmentNames.deadline}="$(($(stat -c %Y /proc/self/)+seconds))000"`,
  `ulimit -n "$files" && ulimit -f "$bytes" && ulimit -c 0 || exit 125`,
  // What it writes goes beside the gate's own words, which the watcher hears: the log of a pod has both.
  `timeout --signal=INT 0 "$@" </dev/null >&2 & p=$!`,
  `trap 'kill -INT $p' TERM`,
  // A signal that comes just as it ends is what the first wait tells of: the second one knows better, or nothing.
  `while :; do wait $p; code=$?; kill -0 $p 2>/dev/null || break; done`,
  `wait $p 2>/dev/null; again=$?; [ $again -eq 127 ] || code=$again`,
  `echo "${gateEnd} $code"; exit $code`,
].join("\n");

const blockBytes = 512;

/**
 * The entry point of a pod: `command` behind the gate, with the limits that Kubernetes has no word for. It hands on
 * SIGTERM, which pods are stopped by, as SIGINT, and reaps what is left to it.
 */
export function podGate({
  mounts,
  command,
  labels,
  limits,
}: Pick<ContainedRun, "mounts" | "command" | "labels" | "limits">): string[] {
  const targets = mounts.map(({ target }) => target);
  const seconds = Number(labels[labelNames.timeout] ?? 0);
  const fileBlocks = Math.ceil(limits.fileBytes / blockBytes);
  const given = [targets.length, limits.openFiles, fileBlocks, seconds].map(String);
  return ["/bin/sh", "-c", script, "retinue-gate", ...given, ...targets, ...command];
}
