import { useCallback, useState } from "preact/hooks";
import { useEvents } from "../connect/use-server.ts";
import type { LogNews } from "../contract/run-account.ts";
import { Problem, Quiet } from "../show/notice.tsx";
import { useStickToEnd } from "../show/use-stick-to-end.ts";

/** What is on the screen of a log that is longer: its end. */
const maxCharacters = 200_000;

/** What the engine writes, as it comes. */
export function LogView({ runKey }: { readonly runKey: string }) {
  const [text, setText] = useState("");
  const hear = useCallback((event: { event: string; data: unknown } | undefined) => {
    if (event === undefined) return setText("");
    if (event.event !== "log") return;
    const { text: more } = event.data as LogNews;
    setText((before) => (before + more).slice(-maxCharacters));
  }, []);
  const problem = useEvents(`runs/${runKey}/log`, hear);
  return (
    <>
      <Problem problem={problem} />
      {text === "" ? <Quiet>Its engine has written nothing that is kept.</Quiet> : <Log text={text} />}
    </>
  );
}

function Log({ text }: { readonly text: string }) {
  const frame = useStickToEnd<HTMLPreElement>(text);
  return (
    <pre ref={frame} class="text log" tabindex={0} role="region" aria-label="What its engine wrote">
      {text}
    </pre>
  );
}
