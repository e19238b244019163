import { releaseDirectory } from "@retinue/contained-fs";
import { setTimeout as delay } from "node:timers/promises";
import { noteOf, readRequest, type SpoolEntry } from "@retinue/delegation-protocol/host";
import { openDirectory } from "../admit/open-directory.ts";
import { changeOwner } from "../contain/change-owner.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { Host, KnownOutbox } from "./host.ts";
import { logged } from "./logged.ts";
import { planRun } from "./plan-run.ts";

const root = { uid: 0, gid: 0 };
const attempts = 5;
const betweenMilliseconds = 500;

/**
 * Gives a workspace back to root if it was lent to the child's user. What the run did counts either way.
 *
 * @param run When this watcher began it: holds the workspace, whatever its name leads to by now.
 * @throws what the engine's client throws when the engine cannot be reached.
 */
export async function giveBack(
  host: Host,
  outbox: KnownOutbox,
  entry: SpoolEntry,
  run?: ContainedRun,
): Promise<void> {
  const lentBeneath = noteOf(outbox.exchange, entry, "lent");
  if (lentBeneath === undefined) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (run !== undefined) await changeOwner(host.docker, run, root);
      else await giveBackAnew(host, outbox, entry, lentBeneath);
      return;
    } catch (error) {
      if (!(error instanceof LaunchWatcherError)) throw error;
      const { code, message: reason } = error;
      // Refused: the parent has taken the workspace away.
      if (attempt === attempts || code === "REQUEST_REFUSED") {
        host.log({ level: "error", event: "not_given_back", ...logged(outbox, entry), reason });
        return;
      }
      await delay(betweenMilliseconds * attempt);
    }
  }
}

/**
 * Walks to the workspace again: what the dead watcher held is gone with it. The roots of that time count too,
 * since the operator may have configured others.
 */
async function giveBackAnew(
  host: Host,
  { config, exchange }: KnownOutbox,
  entry: SpoolEntry,
  lentBeneath: string,
): Promise<void> {
  const read = readRequest(exchange, entry);
  if (!read.ok) return;
  const { workspace: path, timeout_seconds: timeoutSeconds } = read.request;
  const roots = [...config.workspace_roots, ...lentBeneath.split("\0").filter(Boolean)];
  const workspace = openDirectory({ what: "workspace", path, roots, apartFrom: [], rootItself: false });
  try {
    const mounts = [{ source: workspace, target: "/workspace", readOnly: false }];
    const admitted = { workspace, mounts, masked: [], outputFile: "", timeoutSeconds };
    const { sha256 } = read;
    // Nothing reads the inputs of a run that is over.
    const run = planRun(host, config.name, entry, { admitted, inputs: workspace, sha256 });
    await changeOwner(host.docker, run, root);
  } finally {
    releaseDirectory(workspace);
  }
}
