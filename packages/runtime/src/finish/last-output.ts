import { readTextWithin, type ContainedRoot } from "@retinue/contained-fs";
import { supervisorFiles, supervisorPath } from "@retinue/engine-contract";
import { stripVTControlCharacters } from "node:util";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { ifReachable, withLog } from "../prepare/subagent-roots.ts";

const TAIL_BYTES = 2_000;

/**
 * The last lines that a run printed: its errors, or its output when it printed no errors. MassGen always has
 * warnings to print and says some of its errors in its output, marked by a cross: these come first.
 */
export function lastOutput(paths: SubagentPaths, run: number): string {
  const directory = supervisorPath(run);
  const read = ifReachable(() =>
    withLog(paths, (log) => ({
      errors: tail(log, `${directory}/${supervisorFiles.stderr}`),
      output: tail(log, `${directory}/${supervisorFiles.stdout}`),
    })),
  );
  if (read === undefined) return "";
  const { errors, output } = read;
  if (errors === "") return output;
  const marked = output.split("\n").filter((line) => line.startsWith("❌"));
  return [...marked, errors].join("\n");
}

function tail(log: ContainedRoot, path: string): string {
  // The run may never have been started.
  const text = ifReachable(
    () => readTextWithin(log, path, { maxBytes: TAIL_BYTES, whenLarger: "tail" }).text,
  );
  return stripVTControlCharacters(text ?? "")
    .replaceAll("\r\n", "\n")
    .trim();
}
