import type { AgentDetail, DraftNews, RunDetail } from "../contract/run-detail.ts";
import { Quiet } from "../show/notice.tsx";
import { useNow } from "../show/use-now.ts";
import { useStickToEnd } from "../show/use-stick-to-end.ts";
import { agentWords } from "../show/words.ts";
import { TeamTimeline } from "./team-timeline.tsx";

interface TeamProps {
  readonly detail: RunDetail;
  readonly drafts: ReadonlyMap<string, DraftNews>;
}

/** The team in time, and what each agent says. */
export function TeamView({ detail, drafts }: TeamProps) {
  const now = useNow(detail.row.goesOn);
  if (detail.agents.length === 0 && drafts.size === 0)
    return (
      <Quiet>{detail.row.goesOn ? "Its agents have not begun." : "Nothing is known of its agents."}</Quiet>
    );
  const lone = [...drafts.keys()].filter((id) => detail.agents.every((agent) => agent.id !== id));
  return (
    <>
      <TeamTimeline detail={detail} now={now} />
      <div class="agents">
        {detail.agents.map((agent) => (
          <AgentCard
            key={agent.id}
            agent={agent}
            draft={drafts.get(agent.id)}
            isWinner={agent.id === detail.winner}
          />
        ))}
        {lone.map((id) => (
          <AgentCard
            key={id}
            agent={{ id, status: "", rounds: [], answers: [] }}
            draft={drafts.get(id)}
            isWinner={false}
          />
        ))}
      </div>
    </>
  );
}

interface CardProps {
  readonly agent: AgentDetail;
  readonly draft: DraftNews | undefined;
  readonly isWinner: boolean;
}

function AgentCard({ agent, draft, isWinner }: CardProps) {
  const { id, vote, error } = agent;
  return (
    <article class="agent">
      <h2>
        {id}
        {isWinner ? <span class="winner"> winner</span> : null}
      </h2>
      <p class="quiet">
        {standOf(agent)}
        {vote?.reason ? `: ${vote.reason}` : ""}
      </p>
      {error === undefined ? null : <p class="problem">{error}</p>}
      {draft === undefined ? null : <Draft id={id} draft={draft} />}
    </article>
  );
}

/** `has answered (agent1.1), voted for grace`. */
function standOf({ status, answers, vote }: AgentDetail): string {
  const answer = answers.at(-1)?.label;
  const labelled = answer === undefined ? undefined : `answered (${answer})`;
  const voted = vote === undefined ? undefined : `voted for ${vote.agent ?? vote.for}`;
  const isSaid =
    (status === "voted" && voted !== undefined) || (status === "answered" && labelled !== undefined);
  return [isSaid ? "" : agentWords(status), labelled, voted].filter(Boolean).join(", ");
}

function Draft({ id, draft: { text, isCut } }: { readonly id: string; readonly draft: DraftNews }) {
  const frame = useStickToEnd<HTMLPreElement>(text);
  return (
    <pre ref={frame} class="draft" tabindex={0} role="region" aria-label={`What ${id} says`}>
      {isCut ? "…" : ""}
      {text.trimEnd()}
    </pre>
  );
}
