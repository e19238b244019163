import type { RunAction } from "../contract/run-action.ts";

interface ActionText {
  readonly name: string;
  /** On the button of its dialog. */
  readonly does: string;
  readonly busy: string;
  readonly title: (id: string) => string;
  readonly about: string;
}

/** What stands on the buttons and in their dialogs. */
export const actionTexts: Readonly<Record<RunAction, ActionText>> = {
  message: {
    name: "Message",
    does: "Send",
    busy: "Telling…",
    title: (id) => `Tell the agents of ${id} something`,
    about: "They get it at their next turn, and go on.",
  },
  "wrap-up": {
    name: "Wrap up",
    does: "Ask to finish",
    busy: "Asked to finish…",
    title: (id) => `Ask ${id} to finish`,
    about: "Its agents are asked to finish with what they have, given a moment for it, and stopped then.",
  },
  cancel: {
    name: "Cancel",
    does: "Stop it",
    busy: "Stopping…",
    title: (id) => `Stop ${id}`,
    about: "It is stopped now, and the best answer that there is gets brought back.",
  },
  continue: {
    name: "Continue",
    does: "Start",
    busy: "Starting…",
    title: (id) => `Give ${id} something further to do`,
    about: "A further run in the same workspace, with the same team. It costs what a run costs.",
  },
  apply: {
    name: "Apply",
    does: "Apply",
    busy: "Applying…",
    title: (id) => `Apply what ${id} changed`,
    about:
      "Writes its changes into your work tree: all of them or none, and never over what is not committed.",
  },
};
