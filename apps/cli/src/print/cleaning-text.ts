import { printable, printableLine } from "@retinue/contained-fs";
import type { Cleaning, KeptSubagent } from "@retinue/runtime";
import { byteText } from "./byte-text.ts";
import { shellWord } from "./shell-word.ts";
import { shortenedText } from "./shortened-text.ts";
import { tableText } from "./table-text.ts";

const taskCharacters = 32;

/** What was removed, or would be, and what is kept and why. */
export function cleaningText(
  { removed, kept, failed, leftBytes, stuck }: Cleaning,
  { dryRun }: { readonly dryRun: boolean },
): string {
  const bytes = removed.reduce((sum, each) => sum + each.bytes, leftBytes);
  const rows = removed.map((each) => [
    each.subagentId,
    each.status,
    each.endedAt.slice(0, 10),
    byteText(each.bytes),
    shortenedText(printableLine(each.task), taskCharacters),
  ]);
  const left = leftBytes === 0 ? "" : `, and ${byteText(leftBytes)} that an earlier cleaning left`;
  const what = `${removed.length} ${removed.length === 1 ? "subagent" : "subagents"}${left}`;
  const keeping = kept.map((each) => [each.subagentId, byteText(each.bytes), printableLine(reason(each))]);
  return printable(
    [
      bytes === 0 && removed.length === 0
        ? "nothing to remove\n"
        : `${dryRun ? "would free" : "freed"} ${byteText(bytes)}: ${what}\n`,
      tableText(rows),
      ...(kept.length === 0 ? [] : ["kept:\n", tableText(keeping)]),
      ...failed.map(({ subagentId, message }) => `not removed: ${subagentId}, ${message}\n`),
      ...stuck.map((path) => `not removed: ${path}, which holds what this user may not remove\n`),
    ].join(""),
  );
}

function reason(kept: KeptSubagent): string {
  const { because, subagentId } = kept;
  switch (because) {
    case "running":
      return "it goes on, or its end is not recorded";
    case "unread":
      return `nobody has had its answer: retinue wait ${subagentId}`;
    case "changes":
      return changesKept(kept);
    case "recent":
      return "it ended more recently";
    case "fits":
      return "there is room for it";
    case "unknown":
      return "there is no record of it";
  }
}

/** What can be looked at and applied, and what only its directory has: to let go of that, the directory is removed. */
function changesKept({ changes = [], detail, subagentId }: KeptSubagent): string {
  const cameBack = changes.filter((each) => each.cameBack);
  const others = changes.filter((each) => !each.cameBack);
  return [
    ...(detail === undefined ? [] : [`what it changed is not known: ${detail}`]),
    ...(cameBack.length === 0 ? [] : [`changes that nobody took over: retinue diff ${subagentId}`]),
    ...others.map(({ path, agentId }) => {
      const whose = agentId === undefined ? "" : ` of ${agentId}`;
      return `changes${whose} that did not come back; to let them go: rm -r ${shellWord(path)}`;
    }),
  ].join("; ");
}
