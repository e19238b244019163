import type { Changes } from "@retinue/status-model";
import { useDocument } from "../connect/use-server.ts";
import type { BoundedText } from "../contract/run-account.ts";
import type { RunDetail } from "../contract/run-detail.ts";
import { Problem, Quiet } from "../show/notice.tsx";
import { counted } from "../show/words.ts";

const maxLines = 3000;

/** What it changed in the repository that it was given, as a diff. */
export function ChangesView({ detail, version }: { readonly detail: RunDetail; readonly version: string }) {
  const { changes, row } = detail;
  if (changes === undefined)
    return (
      <Quiet>{row.goesOn ? "They are known when it has ended." : "It was given nothing to change."}</Quiet>
    );
  return (
    <>
      <p>{summaryOf(changes)}</p>
      {changes.error === undefined ? null : (
        <p class="problem">
          {changes.error}. They are in {changes.tree}.
        </p>
      )}
      {changes.left_out?.map((text) => (
        <p key={text} class="warning">
          {text}
        </p>
      ))}
      {changes.patch === undefined ? null : <Patch runKey={row.key} version={version} />}
    </>
  );
}

function summaryOf({ files, insertions, deletions, branch, repository }: Changes): string {
  if (files === 0) return `It changed nothing in ${repository}.`;
  const lines = `${counted(insertions, "line")} added, ${counted(deletions, "line")} removed`;
  return `${counted(files, "file")} of ${repository}, ${lines}${branch === undefined ? "" : `; branch ${branch}`}`;
}

function Patch({ runKey, version }: { readonly runKey: string; readonly version: string }) {
  const { value, problem } = useDocument<BoundedText>(`runs/${runKey}/patch`, version);
  if (value === undefined) return <Problem problem={problem} />;
  const lines = value.text.trimEnd().split("\n");
  return (
    <>
      <pre class="text patch" tabindex={0} role="region" aria-label="What it changed">
        {lines.slice(0, maxLines).map((line, index) => (
          <span key={index} class={lineClass(line)}>
            {line}
            {"\n"}
          </span>
        ))}
      </pre>
      {value.isCut || lines.length > maxLines ? (
        <Quiet>There is more: `retinue diff` shows all of it.</Quiet>
      ) : null}
    </>
  );
}

function lineClass(line: string): string | undefined {
  if (line.startsWith("diff ") || line.startsWith("+++ ") || line.startsWith("--- ")) return "file";
  if (line.startsWith("@@")) return "hunk";
  return line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : undefined;
}
