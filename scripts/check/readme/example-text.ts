import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The text that an example marker points to: a whole file, or what stands between `#region name` and the
 * next `#endregion` in it, without the indentation that all its lines share. Undefined when there is none.
 */
export function exampleText(directory: string, reference: string): string | undefined {
  const [path = "", region] = reference.split("#");
  if (!existsSync(join(directory, path))) return undefined;
  const lines = readFileSync(join(directory, path), "utf8").split("\n");
  if (region === undefined) return lines.join("\n").trim();
  const start = lines.findIndex((line) => new RegExp(`#region ${region}\\s*$`).test(line));
  const length = lines.slice(start + 1).findIndex((line) => line.includes("#endregion"));
  return start === -1 || length === -1 ? undefined : dedent(lines.slice(start + 1, start + 1 + length));
}

function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const shared = Math.min(...indents);
  return lines
    .map((line) => line.slice(shared))
    .join("\n")
    .trim();
}
