import { shownName } from "@retinue/status-model";
import { z } from "zod";
import { presentedAnswer } from "../answer/first-readable.ts";
import { defaultMaxAnswerBytes } from "../answer/read-answer.ts";
import { readOutput } from "../answer/read-output.ts";
import type { Sources } from "../locate/sources.ts";
import type { RunStatus } from "../read/read-run-status.ts";
import { readText } from "../read/read-text.ts";
import type { KnownEnding } from "./known-ending.ts";

/** Our engine writes every two seconds, MassGen with every change; a model may think for minutes. */
const sayingNothingSeconds = 600;

const massgenNoteSchema = z.object({ error: z.string() });

/** How a run without a record most likely ended, by what it left behind. */
export function inferredEnding(run: RunStatus, sources: Sources): KnownEnding {
  const output = readOutput(sources, defaultMaxAnswerBytes);
  if (output !== undefined) {
    return inferred("completed", `the engine wrote ${output.source.path}, as it does when it ends`);
  }
  const { status } = run;
  const winner = status?.results.winner;
  if (
    status?.is_complete === true &&
    winner &&
    presentedAnswer(winner, run, defaultMaxAnswerBytes) !== undefined
  ) {
    return inferred("completed", "status.json says is_complete, and the winner has presented its answer");
  }
  const note = massgenNote(sources);
  if (note !== undefined) {
    const cancelled = /cancel/i.test(note);
    const said = `subprocess_logs.json says ${shownName(note)}`;
    return { ...inferred(cancelled ? "cancelled" : "error", said), error: note };
  }
  const phase = status?.coordination.phase;
  const last =
    phase === undefined ? "there is no usable status.json" : `status.json stands at phase ${phase}`;
  const cutOff = inferred("timeout", `nothing says how the run ended; ${last}, so it is taken as cut off`);
  const error = "nothing says how the run ended: it is taken as cut off";
  const age = Date.now() / 1000 - (status?.meta.last_updated ?? 0);
  if (age < 0 || age > sayingNothingSeconds) return { ...cutOff, error };
  const warning = `its engine wrote status.json ${Math.ceil(age)} s ago: it may still be going on`;
  return { ...cutOff, error, warning };
}

function inferred(ending: KnownEnding["ending"], explanation: string): KnownEnding {
  return { ending, known: "inferred", explanation };
}

/** What MassGen's own parent noted of a run that did not end well. */
function massgenNote({ log }: Sources): string | undefined {
  if (log === undefined) return undefined;
  const read = readText({ root: log, path: "subprocess_logs.json" }, { maxBytes: 64 * 1024 });
  if (!read.ok) return undefined;
  try {
    return massgenNoteSchema.safeParse(JSON.parse(read.text)).data?.error;
  } catch {
    return undefined;
  }
}
