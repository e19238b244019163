import type { ComponentChildren } from "preact";
import type { RefusedError } from "../connect/server.ts";
import { statusTone, statusWords } from "./words.ts";

/** What went wrong, and what to do; said aloud by a screen reader. */
export function Problem({ problem }: { readonly problem: RefusedError | undefined }) {
  if (problem === undefined) return null;
  return (
    <p class="problem" role="alert">
      <strong>{problem.message}.</strong> {problem.remedy}
    </p>
  );
}

export function Quiet({ children }: { readonly children: ComponentChildren }) {
  return <p class="quiet">{children}</p>;
}

export function StatusMark({ status }: { readonly status: string }) {
  return <span class={`status ${statusTone(status)}`}>{statusWords(status)}</span>;
}
