import { diffLines } from "diff";
import { useMemo, useState } from "preact/hooks";
import { useDocument } from "../connect/use-server.ts";
import type { BoundedText, RunAccount } from "../contract/run-account.ts";
import { Problem, Quiet } from "../show/notice.tsx";
import { bytes } from "../show/words.ts";

/** Longer differences are not looked for: the page stays smooth. */
const patienceMs = 100;

interface AnswersProps {
  readonly runKey: string;
  readonly version: string;
}

/** The answer, and two of all answers side by side with what differs. */
export function AnswersView({ runKey, version }: AnswersProps) {
  const { value, problem } = useDocument<RunAccount>(`runs/${runKey}/account`, version);
  const [left, setLeft] = useState(0);
  const [right, setRight] = useState(1);
  if (value === undefined)
    return problem === undefined ? <Quiet>Looking…</Quiet> : <Problem problem={problem} />;
  const { result, answers } = value;
  const choices = answers.map(
    ({ agent_id, label, kind, bytes: size, taken }) =>
      `${agent_id === undefined ? "what it put out" : `${agent_id}: ${kind}`}${label === undefined ? "" : ` ${label}`}, ${bytes(size)}${taken ? ", taken" : ""}`,
  );
  return (
    <>
      <h2>The answer</h2>
      {result.error === null ? null : <p class="problem">{result.error}</p>}
      {result.warning === undefined ? null : <p class="warning">{result.warning}</p>}
      {result.answer === null ? (
        <Quiet>There is none.</Quiet>
      ) : (
        <pre class="text">{result.answer.slice(0, 200_000)}</pre>
      )}
      {answers.length < 2 ? null : (
        <>
          <h2>Side by side</h2>
          <div class="sides">
            <Choice name="Left" choices={choices} chosen={left} onChoose={setLeft} />
            <Choice name="Right" choices={choices} chosen={right} onChoose={setRight} />
          </div>
          <Sides runKey={runKey} version={version} paths={[answers[left]?.path, answers[right]?.path]} />
        </>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly choices: readonly string[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

function Choice({ name, choices, chosen, onChoose }: ChoiceProps) {
  return (
    <label>
      {name}
      <select onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
        {choices.map((choice, index) => (
          <option key={index} value={index} selected={index === chosen}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  );
}

function Sides({ runKey, version, paths }: AnswersProps & { paths: readonly (string | undefined)[] }) {
  const [left = "", right = ""] = paths.map((path) => encodeURIComponent(path ?? ""));
  const one = useDocument<BoundedText>(`runs/${runKey}/answer?path=${left}`, version);
  const other = useDocument<BoundedText>(`runs/${runKey}/answer?path=${right}`, version);
  const [a, b] = [one.value?.text, other.value?.text];
  const parts = useMemo(
    () => (a === undefined || b === undefined ? undefined : diffLines(a, b, { timeout: patienceMs })),
    [a, b],
  );
  return (
    <>
      <Problem problem={one.problem ?? other.problem} />
      <div class="sides">
        <pre class="text" tabindex={0} role="region" aria-label="Left answer">
          {parts?.map((part, index) =>
            part.added ? null : part.removed ? (
              <del key={index}>{part.value}</del>
            ) : (
              <span key={index}>{part.value}</span>
            ),
          ) ?? a}
        </pre>
        <pre class="text" tabindex={0} role="region" aria-label="Right answer">
          {parts?.map((part, index) =>
            part.removed ? null : part.added ? (
              <ins key={index}>{part.value}</ins>
            ) : (
              <span key={index}>{part.value}</span>
            ),
          ) ?? b}
        </pre>
      </div>
    </>
  );
}
