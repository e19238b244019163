import type { TopState } from "./top-state.ts";

/** How many lines of the screen are for what. */
export interface Layout {
  /** Rows of the list. */
  readonly list: number;
  /** What is known of the selected one, its empty line above included; 0: there is no room. */
  readonly detail: number;
  /** Lines of a page. */
  readonly page: number;
}

/** Head, titles, notice, help. */
const others = 4;
/** Title and help. */
const othersOfPage = 2;
/** Above its agents: an empty line, the workspace, what it does, the time that is left. */
const detailHead = 4;
const leastList = 5;

/** The list has half of the screen at least, while it needs it. */
export function layoutOf({ rows, team, selected }: TopState, height: number): Layout {
  const room = Math.max(1, height - others);
  const agents = (team?.agents.length ?? 0) + (team?.votes.length ? 1 : 0);
  const wanted = selected === undefined ? 0 : detailHead + agents;
  const forDetail = room - Math.min(Math.max(rows.length, leastList), Math.ceil(room / 2));
  const detail = room < leastList + detailHead ? 0 : Math.min(wanted, forDetail);
  return { list: room - detail, detail, page: Math.max(1, height - othersOfPage) };
}

/** The part of a list that is shown, so that the selected row is in it. */
export function windowOf(count: number, at: number, size: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(at - Math.floor(size / 2), count - size));
  return [from, Math.min(count, from + size)];
}
