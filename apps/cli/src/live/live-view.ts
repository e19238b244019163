import { Box, Static, Text } from "ink";
import { createElement as h } from "react";
import { printableLine } from "@retinue/contained-fs";
import { drawOn } from "./draw-on.ts";
import { TeamBlock } from "./team-block.ts";
import type { TeamView } from "./team-view.ts";

const clockMs = 1000;

/** Blocks on a terminal that are drawn anew. */
export interface LiveView extends Disposable {
  /** Puts a team's block in its place among the others, by its subagent's id. */
  show(team: TeamView): void;
  /** Says something above the blocks, for good. */
  say(line: string): void;
}

/** Draws on a terminal until it is disposed of; what was drawn last stays there. Keys are left to the terminal. */
export function liveView(terminal: NodeJS.WriteStream): LiveView {
  const teams = new Map<string, TeamView>();
  const lines: string[] = [];
  const picture = () =>
    h(
      Box,
      { flexDirection: "column" },
      h(Static<string>, { items: [...lines], children: (line, index) => h(Text, { key: index }, line) }),
      ...[...teams].map(([id, team]) => h(TeamBlock, { key: id, team, now: Date.now() })),
    );
  const drawn = drawOn(terminal, picture());
  const draw = () => drawn.rerender(picture());
  const clock = setInterval(draw, clockMs);
  return {
    show(team) {
      teams.set(team.view.subagent_id, team);
      draw();
    },
    say(line) {
      lines.push(printableLine(line));
      draw();
    },
    [Symbol.dispose]() {
      clearInterval(clock);
      draw();
      drawn.unmount();
    },
  };
}
