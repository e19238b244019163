import { entryAt } from "@retinue/contained-fs";
import { writeActive } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { createStateDirectory } from "../own/state-directory.ts";
import type { ManagerContext } from "./manager-context.ts";

/**
 * Makes our notes in the parent's workspace anew where they were removed, a workspace that was emptied or made
 * again: this server's lock, and the runs that it holds. Two looks when nothing was.
 */
export function restoreState(context: Pick<ManagerContext, "settings" | "state" | "owner" | "live">): void {
  const { settings, state, owner, live } = context;
  const isThere = [state.active, state.finished].every((path) => entryAt(path)?.kind === "directory");
  if (isThere && !owner.renew()) return;
  createStateDirectory(settings.workspace, settings.log);
  owner.renew();
  for (const { paths, number, supervised } of live.values()) {
    writeActive(state.active, {
      ...pointerTo(paths, number),
      owner: owner.id,
      launched: supervised !== undefined,
    });
  }
}
