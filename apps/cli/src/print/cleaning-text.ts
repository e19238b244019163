import { printable, printableLine } from "@retinue/contained-fs";
import type { Cleaning, KeptSubagent } from "@retinue/runtime";
import { byteText } from "./byte-text.ts";
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

function reason({ because, detail, subagentId }: KeptSubagent): string {
  switch (because) {
    case "running":
      return "it goes on, or its end is not recorded";
    case "unread":
      return `nobody has had its answer: retinue wait ${subagentId}`;
    case "changes":
      return `changes that nobody took over (retinue diff ${subagentId}): ${detail ?? "in its tree"}`;
    case "recent":
      return "it ended more recently";
    case "fits":
      return "there is room for it";
    case "unknown":
      return "there is no record of it";
  }
}
