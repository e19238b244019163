import { Box, Text } from "ink";
import { createElement as h, type ReactElement } from "react";
import { printableLine } from "@retinue/contained-fs";
import type { Page } from "./top-state.ts";

const keys = "↑↓ space b g G move  q back";

/** A text over the whole screen, from one of its lines on; of a difference what came and went is coloured. */
export function PageView({
  page: { title, from, isDiff = false },
  lines,
  rows,
}: {
  readonly page: Page;
  /** Its text, as it fits. */
  readonly lines: readonly string[];
  readonly rows: number;
}): ReactElement {
  const shown = lines.slice(from, from + rows);
  const where = lines.length <= rows ? "" : `  ${from + 1} to ${from + shown.length} of ${lines.length}`;
  return h(
    Box,
    { flexDirection: "column", height: rows + 2, overflow: "hidden" },
    h(Text, { bold: true, wrap: "truncate-end" }, printableLine(title)),
    h(
      Box,
      { flexDirection: "column", height: rows, flexShrink: 0 },
      ...shown.map((line, index) =>
        h(Text, { key: index, wrap: "truncate-end", ...(isDiff && colorOf(line)) }, line || " "),
      ),
    ),
    h(Text, { dimColor: true, wrap: "truncate-end" }, `${keys}${where}`),
  );
}

function colorOf(line: string): { readonly color?: string; readonly bold?: boolean } {
  if (/^(?:diff |\+\+\+ |--- )/.test(line)) return { bold: true };
  if (line.startsWith("+")) return { color: "green" };
  if (line.startsWith("-")) return { color: "red" };
  return line.startsWith("@@") ? { color: "cyan" } : {};
}
