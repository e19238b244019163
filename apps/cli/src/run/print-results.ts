import { printable, printableLine } from "@retinue/contained-fs";
import type { SubagentResult } from "@retinue/status-model";
import { changesLines } from "../account/changes-lines.ts";
import { jsonText } from "../print/json-text.ts";
import { shellWord } from "../print/shell-word.ts";

/**
 * Answers on stdout and nothing else, of several each below its subagent's name; on stderr what else a person needs: how
 * each ended, unless it simply completed, where it left files, and how to go on.
 */
export function printResults(
  results: readonly SubagentResult[],
  {
    json = false,
    workspace = ".",
    said = new Set(),
  }: {
    readonly json?: boolean | undefined;
    readonly workspace?: string | undefined;
    /** Warnings that were said already. */
    readonly said?: ReadonlySet<string>;
  },
): void {
  const [only] = results;
  if (json) {
    process.stdout.write(jsonText(results.length === 1 ? only : { results }, 2));
  } else {
    const texts = results.flatMap(({ subagent_id, answer }) => {
      if (answer === null) return [];
      const text = `${printable(answer.replace(/\n+$/, ""))}\n`;
      return results.length === 1 ? [text] : [`== ${printableLine(subagent_id)}\n${text}`];
    });
    process.stdout.write(texts.join("\n"));
  }
  for (const result of results) process.stderr.write(remarks(result, workspace, said));
}

function remarks(result: SubagentResult, workspace: string, said: ReadonlySet<string>): string {
  const { subagent_id: id, status, answer, error, warning, files = [], workspace: place } = result;
  const { log_path, answer_source, changes } = result;
  const where = workspace === "." ? "" : ` --workspace ${shellWord(workspace)}`;
  const rule = answer_source === undefined ? "" : ` by the rule "${answer_source.reason}"`;
  const cut = [
    `${id}: ${status}${answer === null ? ", no answer" : `, ${answer.length} characters of answer${rule}`}`,
    ...(error == null ? [] : [`error: ${error}`]),
  ];
  const changed = changes === undefined ? [] : changesLines(changes);
  const lines = [
    ...(status === "completed" ? [] : cut),
    ...newOf(warning, said).map((each) => `warning: ${each}`),
    ...(files.length === 0 && status === "completed" ? [] : [`files are in ${place}`]),
    ...changed,
    ...(changes?.patch === undefined
      ? []
      : [`see it with: retinue diff ${id}${where}, take it with: retinue apply ${id}${where}`]),
    ...(status === "completed" || log_path === undefined ? [] : [`all of it is in ${log_path}`]),
    ...(status === "completed" ? [] : [`go on with: retinue continue ${id} "what to do next"${where}`]),
  ];
  return lines.map((line) => `retinue: ${printableLine(line)}\n`).join("");
}

/** What of a warning was not said yet: more may have come to it since the start. */
function newOf(warning = "", said: ReadonlySet<string>): string[] {
  const known = [...said].find((each) => warning.startsWith(each)) ?? "";
  const rest = warning.slice(known.length).replace(/^; /, "");
  return rest === "" ? [] : [rest];
}
