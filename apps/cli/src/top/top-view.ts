import { Box, Text } from "ink";
import { createElement as h, type ReactElement } from "react";
import { printableLine } from "@retinue/contained-fs";
import { TeamBlock } from "../live/team-block.ts";
import { tableLines } from "../print/table-text.ts";
import { goesOn, isSame, type WorkspaceRow } from "../workspaces/workspace-row.ts";
import { PageView } from "./page-view.ts";
import { layoutOf, windowOf, type Layout } from "./top-layout.ts";
import { cellsOf, titles } from "./top-row.ts";
import type { TopState } from "./top-state.ts";

export interface TopViewProps {
  readonly state: TopState;
  /** What it is a view over, in words. */
  readonly over: string;
  /** Whether rows are of several workspaces. */
  readonly several: boolean;
  readonly columns: number;
  /** Of the page that is shown, if one is, as they fit. */
  readonly lines: readonly string[];
  readonly height: number;
  /** Unix time in milliseconds. */
  readonly now: number;
}

const keys = "↑↓ move  m message  w wrap up  c cancel  a answer  d diff  q quit";

/** The whole screen: the runs, what is known of the selected one, what was done last, what keys do. */
export function TopView(props: TopViewProps): ReactElement {
  const { state, over, lines, height, now } = props;
  const layout = layoutOf(state, height);
  if (state.mode.kind === "page") return h(PageView, { page: state.mode, lines, rows: layout.page });
  const running = state.rows.filter(goesOn).length;
  const count = `${running} going on, ${state.rows.length - running} over`;
  return h(
    Box,
    { flexDirection: "column", height, overflow: "hidden" },
    h(Text, { bold: true, wrap: "truncate-end" }, printableLine(`retinue top  ${count}  ${over}`)),
    h(Rows, { ...props, layout }),
    state.selected === undefined || layout.detail === 0
      ? null
      : h(Detail, { row: state.selected, state, lines: layout.detail, now }),
    h(Text, { color: "yellow", wrap: "truncate-end" }, printableLine(state.notice) || " "),
    h(Text, { dimColor: state.mode.kind === "list", wrap: "truncate-start" }, foot(state)),
  );
}

function Rows({ state, columns, several: named, now, layout }: TopViewProps & { readonly layout: Layout }) {
  const at = state.rows.findIndex((row) => isSame(row, state.selected));
  const [from, to] = windowOf(state.rows.length, at, layout.list);
  const shown = state.rows.slice(from, to);
  const [head = "", ...lines] = tableLines([
    titles(columns),
    ...shown.map((row) => cellsOf(row, { columns, named, now })),
  ]);
  return h(
    Box,
    { flexDirection: "column", height: layout.list + 1, flexShrink: 0 },
    h(Text, { dimColor: true, wrap: "truncate-end" }, `  ${head}`),
    ...lines.map((line, index) => {
      const isSelected = from + index === at;
      const text = `${isSelected ? ">" : " "} ${line}`;
      const color = colorOf(shown[index] as WorkspaceRow);
      return h(
        Text,
        { key: index, inverse: isSelected, wrap: "truncate-end", ...(color !== undefined && { color }) },
        isSelected ? text.padEnd(columns) : text,
      );
    }),
    shown.length === 0 ? h(Text, { dimColor: true }, "  no subagents yet: retinue run starts one") : null,
  );
}

function Detail({
  row: { workspace },
  state: { team },
  lines,
  now,
}: {
  readonly row: WorkspaceRow;
  readonly state: TopState;
  readonly lines: number;
  readonly now: number;
}) {
  return h(
    Box,
    { flexDirection: "column", height: lines, flexShrink: 0, overflow: "hidden" },
    h(Text, null, " "),
    h(Text, { dimColor: true, wrap: "truncate-middle" }, printableLine(`in ${workspace}`)),
    team === undefined ? null : h(TeamBlock, { team, now }),
  );
}

function colorOf(row: WorkspaceRow): string | undefined {
  if (goesOn(row)) return undefined;
  const { status, success } = row.entry;
  if (status === "completed") return "green";
  return success === false && (status === "error" || status === "timeout") ? "red" : "yellow";
}

function foot({ mode, selected }: TopState): string {
  const id = selected?.entry.subagent_id ?? "";
  switch (mode.kind) {
    case "message":
      return printableLine(`to ${id} (Enter sends, Esc drops it): ${mode.text}_`);
    case "stop":
      return `stop ${id} and bring back what there is? y stops it, any other key does not`;
    default:
      return keys;
  }
}
