/** Rows with their columns below each other, each as wide as its widest cell. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}

/** The same as a text; the last column is as long as it is. */
export function tableText(rows: readonly (readonly string[])[]): string {
  return tableLines(rows)
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
