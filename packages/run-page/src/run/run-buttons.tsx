import { useEffect, useRef, useState } from "preact/hooks";
import { RefusedError } from "../connect/server.ts";
import { useServer } from "../connect/use-server.ts";
import type { RunAction, RunActions } from "../contract/run-action.ts";
import type { RunRow } from "../contract/run-row.ts";
import { Problem } from "../show/notice.tsx";
import { actionTexts } from "./action-texts.ts";

interface Outcome {
  readonly said?: string | undefined;
  readonly problem?: RefusedError | undefined;
}

/** What can be done to a run: each asks for what it needs in a dialog, and says what became of it. */
export function RunButtons({ row, hasChanges }: { readonly row: RunRow; readonly hasChanges: boolean }) {
  const server = useServer();
  const [asked, setAsked] = useState<RunAction>();
  const [busy, setBusy] = useState<readonly RunAction[]>([]);
  const [outcome, setOutcome] = useState<Outcome>({});
  const dialog = useRef<HTMLDialogElement>(null);
  // Once its form is there: what is in it gets the focus.
  useEffect(() => {
    if (asked !== undefined) dialog.current?.showModal();
  }, [asked]);
  const act = async (action: RunAction, body: RunActions[RunAction]) => {
    dialog.current?.close();
    setOutcome({});
    setBusy((before) => [...before, action]);
    try {
      setOutcome(await server.act(row.key, action, body as never));
    } catch (error) {
      setOutcome({
        problem: error instanceof RefusedError ? error : new RefusedError((error as Error).message, 0),
      });
    } finally {
      setBusy((before) => before.filter((each) => each !== action));
    }
  };
  const offered = actionsOf(row, hasChanges);
  return (
    <div class="actions">
      {offered.map((action) => (
        <button
          key={action}
          type="button"
          class={action === "cancel" ? "danger" : undefined}
          disabled={busy.includes(action)}
          onClick={() => setAsked(action)}
        >
          {busy.includes(action) ? actionTexts[action].busy : actionTexts[action].name}
        </button>
      ))}
      <p role="status" class="said">
        {outcome.said ?? busy.map((action) => actionTexts[action].busy).join(" ")}
      </p>
      <Problem problem={outcome.problem} />
      <dialog ref={dialog} aria-labelledby="dialog-title" onClose={() => setAsked(undefined)}>
        {asked === undefined ? null : (
          <ActionForm
            key={asked}
            action={asked}
            id={row.id}
            onCancel={() => dialog.current?.close()}
            onSubmit={(body) => void act(asked, body)}
          />
        )}
      </dialog>
    </div>
  );
}

function actionsOf(
  { goesOn, canContinue, status, isOwned }: RunRow,
  hasChanges: boolean,
): readonly RunAction[] {
  if (!isOwned) return [];
  if (goesOn) return status === "pending" ? ["cancel"] : ["message", "wrap-up", "cancel"];
  return [...(canContinue ? ["continue" as const] : []), ...(hasChanges ? ["apply" as const] : [])];
}

interface FormProps {
  readonly action: RunAction;
  readonly id: string;
  readonly onCancel: () => void;
  readonly onSubmit: (body: RunActions[RunAction]) => void;
}

function ActionForm({ action, id, onCancel, onSubmit }: FormProps) {
  const { title, about, does } = actionTexts[action];
  const asksText = action === "message" || action === "continue";
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    if (asksText) onSubmit({ text: String(data.get("text")) });
    else if (action === "apply") onSubmit({ threeWay: data.has("threeWay"), commit: data.has("commit") });
    else onSubmit({});
    (event.currentTarget as HTMLFormElement).reset();
  };
  return (
    <form onSubmit={submit}>
      <h2 id="dialog-title">{title(id)}</h2>
      <p>{about}</p>
      {asksText ? (
        <label>
          {action === "message" ? "What they are to know" : "What it is to do next"}
          <textarea name="text" rows={5} required autofocus />
        </label>
      ) : null}
      {action === "apply" ? (
        <>
          <label class="check">
            <input type="checkbox" name="threeWay" /> merge what does not fit, and mark what conflicts
          </label>
          <label class="check">
            <input type="checkbox" name="commit" /> commit what was applied
          </label>
        </>
      ) : null}
      <p class="dialog-buttons">
        <button type="submit" class={action === "cancel" ? "danger" : "main"}>
          {does}
        </button>
        <button type="button" onClick={onCancel}>
          Not now
        </button>
      </p>
    </form>
  );
}
