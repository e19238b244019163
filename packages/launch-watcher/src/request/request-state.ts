/**
 * Where a request is with the watcher that works on it. Where it stands after a kill is what its record says: its
 * stage, and whether its workspace is lent.
 */
export type RequestState =
  /** Until its turn comes. Between two tries it is where the first one failed. */
  | "queued"
  /** What it names is looked at and held. */
  | "admitting"
  /** Its workspace is given to the user that the child runs as. */
  | "lending"
  /** Its container is created, and stands at its gate. */
  | "starting"
  /** It may run. */
  | "waiting"
  /** Its workspace becomes root's again where it was lent; then it is decided. */
  | "restoring"
  | "publishing"
  /** Its container, volumes and inputs are removed. */
  | "cleaning"
  | "ended";
