import type { SpoolEntry } from "@retinue/delegation-protocol/host";
import { changeOwner } from "../contain/change-owner.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import type { Host, OpenOutbox } from "./host.ts";
import { logged } from "./settle.ts";

/** Gives a workspace that was lent to the child's user back to root. What the run did counts either way. */
export async function giveBack(
  host: Host,
  outbox: OpenOutbox,
  entry: SpoolEntry,
  run: ContainedRun,
): Promise<void> {
  try {
    await changeOwner(host.docker, run, { uid: 0, gid: 0 });
  } catch (error) {
    const reason = (error as Error).message;
    host.log({ level: "error", event: "not_given_back", ...logged(outbox, entry), reason });
  }
}
