import { followDrafts } from "../live/follow-drafts.ts";
import { teamOfEntry } from "../live/team-of-entry.ts";
import type { TeamView } from "../live/team-view.ts";
import { goesOn, isSame, type WorkspaceRow } from "./workspace-row.ts";

/** The agents of one subagent at a time, as they are now, until it is disposed of. */
export class FollowedTeam implements Disposable {
  readonly #onTeam: (row: WorkspaceRow, team: TeamView) => void;
  #row: WorkspaceRow | undefined;
  #ending = new AbortController();
  #looking = Promise.resolve();

  constructor(onTeam: (row: WorkspaceRow, team: TeamView) => void) {
    this.#onTeam = onTeam;
  }

  /** Follows this one from here on; the same with a newer entry is looked at again. */
  follow(row: WorkspaceRow | undefined): void {
    const before = this.#row;
    this.#row = row;
    if (before?.entry === row?.entry && isSame(before, row)) return;
    if (row !== undefined) this.#look(row);
    if (isSame(before, row) && row !== undefined && before !== undefined && goesOn(before) === goesOn(row))
      return;
    this.#ending.abort();
    this.#ending = new AbortController();
    const logPath = row?.entry.log_path;
    if (row === undefined || logPath === undefined || !goesOn(row)) return;
    void followDrafts(logPath, () => this.#look(this.#row), this.#ending.signal);
  }

  /** One look after the other: an older one is not shown after a newer. */
  #look(row: WorkspaceRow | undefined): Promise<void> {
    this.#looking = this.#looking.then(async () => {
      if (row === undefined || row !== this.#row) return;
      // What cannot be read now is read at the next change.
      const team = await teamOfEntry(row.entry).catch(() => undefined);
      if (team !== undefined && row === this.#row) this.#onTeam(row, team);
    });
    return this.#looking;
  }

  [Symbol.dispose](): void {
    this.#row = undefined;
    this.#ending.abort();
  }
}
