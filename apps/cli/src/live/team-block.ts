import { Box, Text } from "ink";
import { createElement as h, type ReactElement } from "react";
import { printableLine } from "@retinue/contained-fs";
import { viewLine } from "../watch/view-line.ts";
import type { AgentView, TeamView } from "./team-view.ts";

const barCells = 20;

/** A block for a subagent: where it stands, the time that is left, a line for each agent, votes. */
export function TeamBlock({ team, now }: { readonly team: TeamView; readonly now: number }): ReactElement {
  const { view, agents, votes } = team;
  const width = Math.max(0, ...agents.map(({ id }) => id.length));
  const waits = view.waiting_for === undefined ? "" : `  waits for ${view.waiting_for}`;
  const cast = votes.map(([label, count]) => `${label} ${count}`).join(", ");
  return h(
    Box,
    { flexDirection: "column" },
    h(Text, { bold: true, wrap: "truncate-end" }, printableLine(`${viewLine(view)}${waits}`)),
    h(TimeLeft, { team, now }),
    ...agents.map((agent) => h(AgentLine, { key: agent.id, agent, width })),
    cast === "" ? null : h(Text, { color: "cyan", wrap: "truncate-end" }, printableLine(`  votes: ${cast}`)),
  );
}

/** The last words are what counts: where they do not fit, their beginning is left out. */
function AgentLine({ agent, width }: { readonly agent: AgentView; readonly width: number }): ReactElement {
  const { id, status, vote, words } = agent;
  const cast = vote === undefined ? [] : [`voted for ${vote}`];
  // That it voted need not be said twice.
  const state = [...(cast.length > 0 && status === "voted" ? [] : [status]), ...cast].join(", ");
  return h(
    Box,
    { gap: 2 },
    h(Box, { flexShrink: 0 }, h(Text, null, printableLine(`  ${id.padEnd(width)}  ${state}`))),
    words === undefined || words === ""
      ? null
      : h(Text, { dimColor: true, wrap: "truncate-start" }, printableLine(words)),
  );
}

function TimeLeft({ team, now }: { readonly team: TeamView; readonly now: number }): ReactElement | null {
  const { startedMs, timeoutSeconds, view } = team;
  const goesOn = view.status === "running" || view.status === "pending";
  if (startedMs === undefined || timeoutSeconds === undefined || !goesOn) return null;
  const left = Math.max(0, timeoutSeconds - (now - startedMs) / 1000);
  const full = Math.min(barCells, Math.round((left / timeoutSeconds) * barCells));
  const bar = `${"█".repeat(full)}${"░".repeat(barCells - full)}`;
  const isLate = left < timeoutSeconds / 10;
  return h(Text, isLate ? { color: "yellow" } : null, `  ${bar}  ${Math.ceil(left)} s left`);
}
