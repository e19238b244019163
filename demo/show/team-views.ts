import { liveView, type LiveView } from "../../apps/cli/src/live/live-view.ts";
import { teamOfEntry } from "../../apps/cli/src/live/team-of-entry.ts";
import { FollowedTeam } from "../../apps/cli/src/workspaces/followed-team.ts";
import { WatchedWorkspaces } from "../../apps/cli/src/workspaces/watched-workspaces.ts";

/** The subagents of a workspace on a terminal, as `retinue run` and `retinue top` draw them, until it is disposed of. */
export function teamViews(workspace: string, terminal: NodeJS.WriteStream): AsyncDisposable {
  const live = liveView(terminal);
  const teams = new Map<string, FollowedTeam>();
  const watched = new WatchedWorkspaces({
    onRows: () => {
      for (const row of watched.rows) {
        const { subagent_id: id } = row.entry;
        const team = teams.get(id) ?? new FollowedTeam((_, view) => live.show(view));
        teams.set(id, team);
        team.follow(row);
      }
    },
    say: live.say,
  });
  watched.add(workspace);
  return {
    async [Symbol.asyncDispose]() {
      for (const team of teams.values()) team[Symbol.dispose]();
      await showEnds(watched, live);
      await watched[Symbol.asyncDispose]();
      live[Symbol.dispose]();
    },
  };
}

/** What stays on the terminal is how they ended, also where that was not pushed yet. */
async function showEnds(watched: WatchedWorkspaces, live: LiveView): Promise<void> {
  await watched.look();
  for (const { entry } of watched.rows) live.show(await teamOfEntry(entry));
}
