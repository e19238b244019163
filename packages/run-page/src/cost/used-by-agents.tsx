import type { AgentDetail, AgentRound } from "../contract/run-detail.ts";
import { ColumnHeads } from "../show/column-heads.tsx";
import { dollars, number } from "../show/words.ts";

/** What each agent used in its rounds that are over; an empty cell is not known. */
export function UsedByAgents({ agents }: { readonly agents: readonly AgentDetail[] }) {
  return (
    <table class="amounts">
      <ColumnHeads names={["Agent", "Rounds", "Tokens in", "Tokens out", "Cost"]} />
      <tbody>
        {agents.map(({ id, rounds }) => (
          <tr key={id}>
            <th scope="row">{id}</th>
            <td>{rounds.length}</td>
            <td>{sumOf(rounds, "inputTokens", number)}</td>
            <td>{sumOf(rounds, "outputTokens", number)}</td>
            <td>{sumOf(rounds, "cost", dollars)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumOf(
  rounds: readonly AgentRound[],
  key: "inputTokens" | "outputTokens" | "cost",
  shown: (value: number) => string,
): string {
  const known = rounds.flatMap((round) => round[key] ?? []);
  return known.length === 0 ? "" : shown(known.reduce((sum, value) => sum + value, 0));
}
