/**
 * Where a run stands. `reserved`: nobody else gets its id. `preparing`: it is written down and laid out. `queued`: it
 * waits for a place. `finishing`: its engine has ended, and its result is being recovered and recorded. `ended`: that
 * is done. `released`: this process has let go of it, and it goes on.
 */
export type RunStage =
  | "reserved"
  | "preparing"
  | "queued"
  | "launching"
  | "running"
  | "finishing"
  | "ended"
  | "released";
