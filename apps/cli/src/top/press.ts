import type { Key } from "ink";
import { goesOn } from "../workspaces/workspace-row.ts";
import { list, moved, type Page, type TopState } from "./top-state.ts";

/** What a key asks for besides another picture. */
export type Wish =
  | { readonly do: "quit" | "wrap up" | "stop" | "show answer" | "show diff" }
  | { readonly do: "send"; readonly text: string };

export interface Pressed {
  readonly state: TopState;
  readonly wish?: Wish;
}

export interface Room {
  /** How many of them, or lines of a page, fit on the screen. */
  readonly rows: number;
  /** How many lines the page has that is shown, if one is. */
  readonly lines: number;
}

/** What a key does where the view stands. */
export function press(state: TopState, input: string, key: Key, room: Room): Pressed {
  if (key.ctrl && input === "c") return { state, wish: { do: "quit" } };
  switch (state.mode.kind) {
    case "message":
      return typed(state, state.mode.text, input, key);
    case "stop":
      return input === "y"
        ? { state: { ...state, mode: list }, wish: { do: "stop" } }
        : { state: { ...state, mode: list, notice: "" } };
    case "page":
      return turned(state, state.mode, input, key, room);
    case "list":
      return chosen({ ...state, notice: "" }, input, key, room);
  }
}

const running = new Set(["m", "w", "c"]);

function chosen(state: TopState, input: string, key: Key, room: Room): Pressed {
  const by = steps(input, key, room.rows);
  if (by !== undefined) return { state: moved(state, by) };
  if (input === "q") return { state, wish: { do: "quit" } };
  const { selected } = state;
  if (selected === undefined) return { state };
  const { subagent_id: id, status } = selected.entry;
  if (running.has(input) && !goesOn(selected))
    return { state: { ...state, notice: `${id} is over: ${status}` } };
  switch (input) {
    case "m":
      return { state: { ...state, mode: { kind: "message", text: "" } } };
    case "c":
      return { state: { ...state, mode: { kind: "stop" } } };
    case "w":
      return { state, wish: { do: "wrap up" } };
    case "a":
      return { state, wish: { do: "show answer" } };
    case "d":
      return { state, wish: { do: "show diff" } };
    default:
      return key.return ? { state, wish: { do: "show answer" } } : { state };
  }
}

function typed(state: TopState, text: string, input: string, key: Key): Pressed {
  if (key.escape) return { state: { ...state, mode: list } };
  if (key.return) {
    const wish = text.trim() === "" ? {} : { wish: { do: "send", text } as const };
    return { state: { ...state, mode: list }, ...wish };
  }
  const written = key.backspace || key.delete ? [...text].slice(0, -1).join("") : text + plain(input, key);
  return { state: { ...state, mode: { kind: "message", text: written } } };
}

/** What a key writes: what is pasted may have line ends. */
function plain(input: string, { ctrl, meta, tab }: Key): string {
  return ctrl || meta || tab ? "" : input.replaceAll(/[\r\n]+/g, " ");
}

function turned(state: TopState, page: Page, input: string, key: Key, room: Room): Pressed {
  if (key.escape || input === "q") return { state: { ...state, mode: list } };
  const by = steps(input, key, room.rows);
  if (by === undefined) return { state };
  const from = Math.max(0, Math.min(page.from + by, room.lines - room.rows));
  return { state: { ...state, mode: { ...page, from } } };
}

function steps(input: string, key: Key, page: number): number | undefined {
  if (key.upArrow || input === "k") return -1;
  if (key.downArrow || input === "j") return 1;
  if (key.pageUp || input === "b") return -page;
  if (key.pageDown || input === " ") return page;
  if (key.home || input === "g") return Number.NEGATIVE_INFINITY;
  if (key.end || input === "G") return Number.POSITIVE_INFINITY;
  return undefined;
}
