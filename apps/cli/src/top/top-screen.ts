import { useInput, useWindowSize, type Key } from "ink";
import { createElement as h } from "react";
import { drawOn } from "../live/draw-on.ts";
import { goesOn, isSame, type WorkspaceRow } from "../workspaces/workspace-row.ts";
import { act, saidAtOnce } from "./acts.ts";
import { pageLines } from "./page-lines.ts";
import { nextKey } from "./next-key.ts";
import { press, type Wish } from "./press.ts";
import { layoutOf } from "./top-layout.ts";
import { begin, withRows, type Page, type TopState } from "./top-state.ts";
import { TopView } from "./top-view.ts";
import { FollowedTeam } from "../workspaces/followed-team.ts";
import { WatchedWorkspaces } from "../workspaces/watched-workspaces.ts";

const clockMs = 1000;

export interface TopScreenOptions {
  /** The parent's workspace, absolute; undefined: every one that is known of this user. */
  readonly workspace: string | undefined;
  /** Where this user's workspaces are noted. */
  readonly index: string | undefined;
}

/**
 * The full-screen view, on the terminal's other screen: it leaves what was there as it was. Resolves when it was left by
 * a key.
 */
export async function topScreen(
  terminal: NodeJS.WriteStream,
  { workspace, index }: TopScreenOptions,
): Promise<void> {
  const left = Promise.withResolvers<void>();
  let state: TopState = begin;
  let lines: readonly string[] = [];
  const linesOf = lastLines();
  const show = (next: TopState) => {
    if (next === state) return;
    state = next;
    followed.follow(state.selected);
    drawn.rerender(picture());
  };
  const say = (notice: string) => show({ ...state, notice });
  const onKeys = (all: string, key: Key) => {
    let rest = all;
    do {
      const next = nextKey(rest, key, state.mode.kind === "message");
      onKey(next.input, next.key);
      ({ rest } = next);
    } while (rest !== "");
  };
  const onKey = (input: string, key: Key) => {
    const rows = layoutOf(state, terminal.rows)[state.mode.kind === "page" ? "page" : "list"];
    const pressed = press(state, input, key, { rows, lines: lines.length });
    show(pressed.state);
    if (pressed.wish?.do === "quit") left.resolve();
    else if (pressed.wish !== undefined) void see(pressed.wish, state.selected);
  };
  const see = async (wish: Wish, row: WorkspaceRow | undefined) => {
    if (row === undefined) return;
    say(saidAtOnce(wish, row));
    try {
      const outcome = await act(wish, row, workspaces.managerOf(row.workspace));
      // A text that was asked for does not come over what its reader does by then.
      if (typeof outcome === "string") say(outcome);
      else if (state.mode.kind === "list" && isSame(row, state.selected)) show({ ...state, mode: outcome });
    } catch (error) {
      const { message, remedy = "" } = error as Error & { remedy?: string };
      say(`${message}${/[.!?]$/.test(message) ? "" : "."} ${remedy}`);
    }
  };
  const Screen = () => {
    const { columns, rows: height } = useWindowSize();
    useInput(onKeys);
    lines = state.mode.kind === "page" ? linesOf(state.mode, columns) : [];
    const over = workspace ?? "every workspace";
    const several = workspace === undefined;
    return h(TopView, { state, over, several, columns, height, lines, now: Date.now() });
  };
  const picture = () => h(Screen);
  using followed = new FollowedTeam((row, team) => {
    if (isSame(row, state.selected)) show({ ...state, team });
  });
  const drawn = drawOn(terminal, picture(), { alternateScreen: true, incrementalRendering: true });
  // What it says from here on is seen after the screen was left.
  await using workspaces = new WatchedWorkspaces({
    onRows: () => show(withRows(state, workspaces.rows)),
    say,
  });
  const clock = setInterval(() => {
    if (state.mode.kind !== "page" && state.rows.some(goesOn)) drawn.rerender(picture());
  }, clockMs);
  try {
    if (workspace !== undefined) workspaces.add(workspace);
    else if (index !== undefined) workspaces.addKnown(index);
    await left.promise;
  } finally {
    clearInterval(clock);
    drawn.unmount();
  }
}

/** Wraps a page once, and again where the terminal is another size. */
function lastLines(): (page: Page, columns: number) => readonly string[] {
  let last: { readonly text: string; readonly columns: number; readonly lines: string[] } | undefined;
  return ({ text }, columns) => {
    if (last?.text !== text || last.columns !== columns)
      last = { text, columns, lines: pageLines(text, columns) };
    return last.lines;
  };
}
