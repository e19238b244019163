import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cutOff, type Situation } from "./cut-off-run.ts";
import type { Subject } from "./subjects.ts";

const readme = join(import.meta.dirname, "../../README.md");

/** The columns: where a run is cut off. */
const columns = [
  { size: 1, moment: "answer" },
  { size: 1, moment: "exit" },
  { size: 3, moment: "answer" },
  { size: 3, moment: "exit" },
  { size: 3, moment: "vote" },
] as const;

const ways = ["stopped", "killed"] as const;

/** Rows of the table by what is cut off and how: what came back, column by column. */
export type Outcomes = Readonly<Record<string, readonly string[]>>;

export interface Rows {
  readonly subjects: readonly Subject[];
  /** Runs at a time. */
  readonly atOnce: number;
}

/** Cuts runs off, in all situations of these rows. */
export async function outcomes({ subjects, atOnce }: Rows): Promise<Outcomes> {
  const wanted = subjects.flatMap((subject) => ways.map((how) => ({ subject, how })));
  const rows = Object.fromEntries(wanted.map((row) => [nameOf(row), columns.map(() => "")]));
  const left = wanted.flatMap((row) => columns.map((column, index) => ({ ...row, ...column, index })));
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const cells = rows[nameOf(next)] ?? [];
      cells[next.index] = await cutOff(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return rows;
}

/** The rows of these names in the README's table. */
export function rowsOfReadme(names: readonly string[]): Outcomes {
  const [, table = ""] = readFileSync(readme, "utf8").split("<!-- made by test/cut-off -->");
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, type = "", how = "", ...cells]) => [`${type} ${how}`, cells.slice(0, columns.length)] as const);
  return Object.fromEntries(rows.filter(([name]) => names.includes(name)));
}

function nameOf({ subject: { type }, how }: Pick<Situation, "subject" | "how">): string {
  return `\`${type}\` ${how}`;
}
