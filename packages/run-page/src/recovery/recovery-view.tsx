import { useDocument } from "../connect/use-server.ts";
import type { RunAccount } from "../contract/run-account.ts";
import { Problem, Quiet } from "../show/notice.tsx";
import { statusWords } from "../show/words.ts";

interface RecoveryProps {
  readonly runKey: string;
  readonly version: string;
  readonly history: readonly string[];
}

/** Which answers there were, by the rules in their order, and why each was, or was not, taken. */
export function RecoveryView({ runKey, version, history }: RecoveryProps) {
  const { value, problem } = useDocument<RunAccount>(`runs/${runKey}/account`, version);
  if (value === undefined)
    return problem === undefined ? <Quiet>Looking…</Quiet> : <Problem problem={problem} />;
  const { status, meaning, ending, rules, considered } = value;
  return (
    <>
      <p>
        <strong>{statusWords(status)}</strong>: {meaning}.
      </p>
      <p class="quiet">
        {ending.isRunning ? "It has not ended" : "How it ended is known"}: {ending.explanation}.
      </p>
      <ol class="ladder">
        {rules.map(({ reason, text }) => {
          const of = considered.filter((each) => each.reason === reason);
          return (
            <li
              key={reason}
              class={of.some(({ taken }) => taken) ? "taken" : of.length === 0 ? "none" : "passed"}
            >
              <h2>{reason}</h2>
              <p class="quiet">{text}</p>
              {of.map((each, index) => (
                <p key={index} class={`candidate ${each.taken ? "taken" : ""}`}>
                  <strong>
                    {each.taken ? "✓ taken: " : "✗ not taken: "}
                    {each.agent_id ?? "what it put out"}
                    {each.label === undefined ? "" : ` (${each.label})`}
                  </strong>
                  {each.votes ? `, ${each.votes} ${each.votes === 1 ? "vote" : "votes"}` : ""}
                  {each.note === undefined ? "" : `: ${each.note}`}
                  {each.path === undefined ? null : <span class="quiet path">{each.path}</span>}
                </p>
              ))}
            </li>
          );
        })}
      </ol>
      {value.unreadable.map((text) => (
        <p key={text} class="warning">
          {text}
        </p>
      ))}
      {history.length === 0 ? null : (
        <>
          <h2>What happened</h2>
          <pre class="text">{history.join("\n")}</pre>
        </>
      )}
    </>
  );
}
