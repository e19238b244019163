import { releaseDirectory } from "@retinue/contained-fs";
import { setTimeout as delay } from "node:timers/promises";
import { openDirectory } from "../admit/open-directory.ts";
import { changeOwner } from "../contain/change-owner.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { Host } from "./host.ts";
import type { Outbox } from "./outbox.ts";
import { planRun } from "./plan-run.ts";
import type { RequestRecord } from "./request-record.ts";

const root = { uid: 0, gid: 0 };
const attempts = 5;
const betweenMilliseconds = 500;

/** Lends root's workspace to the user that the child runs as; it may be lent, half of it, since before a crash. */
export async function lendWorkspace(
  { engine }: Pick<Host, "engine">,
  record: RequestRecord,
  { run, roots }: { run: ContainedRun; roots: readonly string[] },
): Promise<void> {
  const isRoots = run.mounts[0]?.source.uid === root.uid;
  if (!isRoots && record.lentBeneath === undefined) return;
  record.noteLent(roots);
  await changeOwner(engine, run, run);
}

/**
 * Restores root's ownership of a workspace that was lent to the child's user. What the run did counts either way.
 *
 * @param run When this watcher began it: holds the workspace, whatever its name leads to by now.
 * @throws what the engine's client throws when the engine cannot be reached.
 */
export async function restoreOwnership(
  host: Host,
  { outbox, record, run }: { outbox: Outbox; record: RequestRecord; run?: ContainedRun | undefined },
): Promise<void> {
  const lentBeneath = record.lentBeneath;
  if (lentBeneath === undefined) return;
  const roots = [...(outbox.service?.config.workspace_roots ?? []), ...lentBeneath];
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (run !== undefined) await changeOwner(host.engine, run, root);
      else await restoreByName(host, record, roots);
      return;
    } catch (error) {
      if (!(error instanceof LaunchWatcherError)) throw error;
      const { code, message: reason } = error;
      // Refused: the parent has taken the workspace away.
      if (attempt === attempts || code === "REQUEST_REFUSED") {
        host.log({ level: "error", event: "ownership_not_restored", ...record.logged, reason });
        return;
      }
      await delay(betweenMilliseconds * attempt);
    }
  }
}

/** Walks to the workspace again: what the dead watcher held is gone with it. */
async function restoreByName(host: Host, record: RequestRecord, roots: readonly string[]): Promise<void> {
  const read = record.read();
  if (!read.ok) return;
  const { workspace: path, timeout_seconds: timeoutSeconds } = read.request;
  const workspace = openDirectory({ what: "workspace", path, roots, apartFrom: [], rootItself: false });
  try {
    const mounts = [{ source: workspace, target: "/workspace", readOnly: false }];
    const admitted = { workspace, mounts, masked: [], outputFile: "", timeoutSeconds, models: undefined };
    const { sha256 } = read;
    // Nothing reads the inputs of a run that is over.
    const run = planRun(host, record, { admitted, inputs: workspace, sha256 });
    await changeOwner(host.engine, run, root);
  } finally {
    releaseDirectory(workspace);
  }
}
