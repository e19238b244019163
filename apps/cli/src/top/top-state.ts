import type { TeamView } from "../live/team-view.ts";
import { isSame, type WorkspaceRow } from "../workspaces/workspace-row.ts";
import { inOrder } from "./top-row.ts";

/** What keys are for just now. */
export type Mode =
  | { readonly kind: "list" }
  /** A message is written. */
  | { readonly kind: "message"; readonly text: string }
  /** It is asked whether the run is really to be stopped. */
  | { readonly kind: "stop" }
  | Page;

/** A text over the whole screen. */
export interface Page {
  readonly kind: "page";
  readonly title: string;
  readonly text: string;
  /** Whether it is git's picture of a difference. */
  readonly isDiff?: boolean;
  /** Its first line that is shown, from 0. */
  readonly from: number;
}

/** All that the full-screen view shows. */
export interface TopState {
  /** In the order in which they stand. */
  readonly rows: readonly WorkspaceRow[];
  readonly selected: WorkspaceRow | undefined;
  /** The selected one's agents; undefined while they are not known. */
  readonly team: TeamView | undefined;
  readonly mode: Mode;
  /** What was done last, or went wrong. */
  readonly notice: string;
}

export const list: Mode = { kind: "list" };
export const begin: TopState = { rows: [], selected: undefined, team: undefined, mode: list, notice: "" };

/** The selected one stays selected while it is there; another takes its place where it was. */
export function withRows(state: TopState, present: readonly WorkspaceRow[]): TopState {
  const rows = inOrder(present);
  const at = state.rows.findIndex((row) => isSame(row, state.selected));
  const same = rows.find((row) => isSame(row, state.selected));
  // Until somebody has chosen one it is the first.
  const selected = same ?? rows[Math.max(0, Math.min(at, rows.length - 1))];
  return {
    ...state,
    rows,
    selected,
    ...(!isSame(selected, state.selected) && { team: undefined, mode: list }),
  };
}

/** @param by How many rows further down. */
export function moved(state: TopState, by: number): TopState {
  const at = state.rows.findIndex((row) => isSame(row, state.selected));
  const selected = state.rows[Math.max(0, Math.min(state.rows.length - 1, at + by))];
  return isSame(selected, state.selected) ? state : { ...state, selected, team: undefined };
}
