import { printable, printableLine } from "@retinue/contained-fs";
import type { SubagentResult } from "@retinue/status-model";
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
  const { log_path, answer_source } = result;
  const where = workspace === "." ? "" : ` --workspace ${shellWord(workspace)}`;
  const rule = answer_source === undefined ? "" : ` by the rule "${answer_source.reason}"`;
  const cut = [
    `${id}: ${status}${answer === null ? ", no answer" : `, ${answer.length} characters of answer${rule}`}`,
    ...(error == null ? [] : [`error: ${error}`]),
  ];
  const lines = [
    ...(status === "completed" ? [] : cut),
    ...(warning === undefined || said.has(warning) ? [] : [`warning: ${warning}`]),
    ...(files.length === 0 && status === "completed" ? [] : [`files are in ${place}`]),
    ...(status === "completed" || log_path === undefined ? [] : [`all of it is in ${log_path}`]),
    ...(status === "completed" ? [] : [`go on with: retinue continue ${id} "what to do next"${where}`]),
  ];
  return lines.map((line) => `retinue: ${printableLine(line)}\n`).join("");
}
