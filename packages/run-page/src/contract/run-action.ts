/** What a button asks for, as JSON in the body of a POST to `api/runs/<key>/<action>`. */
export interface RunActions {
  readonly message: { readonly text: string };
  readonly "wrap-up": Record<string, never>;
  readonly cancel: Record<string, never>;
  readonly continue: { readonly text: string };
  readonly apply: { readonly threeWay: boolean; readonly commit: boolean };
}
export type RunAction = keyof RunActions;

/** What became of it, in a sentence for whoever pressed the button. */
export interface ActionDone {
  readonly said: string;
}

/** Why something was refused, with what to do. */
export interface ActionRefused {
  readonly error: { readonly message: string; readonly remedy?: string | undefined };
}
