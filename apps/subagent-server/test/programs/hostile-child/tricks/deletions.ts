import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownPath } from "../own-path.ts";
import type { Scene, Trick } from "../trick.ts";
import { withLogs } from "../trick.ts";

const workspace = ({ place }: Scene) => place.workspace;
const logs = ({ place }: Scene) => place.logPath ?? "";
const inWorkspace = (name: string) => (scene: Scene) => join(workspace(scene), name);
const inLogs = (name: string) => (scene: Scene) => join(logs(scene), name);

function gone(name: string, path: (scene: Scene) => string, more: Partial<Trick> = {}): Trick {
  const act = (scene: Scene) => rmSync(ownPath(scene, path(scene), false), { recursive: true, force: true });
  return { name: `deletes ${name}`, weight: 3, again: true, act, ...more };
}

function forbidden(name: string, path: (scene: Scene) => string, more: Partial<Trick> = {}): Trick {
  const act = (scene: Scene) => {
    const own = ownPath(scene, path(scene));
    mkdirSync(own, { recursive: true });
    chmodSync(own, 0o000);
  };
  return { name: `forbids ${name}`, weight: 3, again: true, act, ...more };
}

function emptied(scene: Scene): void {
  const directory = workspace(scene);
  for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true, force: true });
}

const record = { modes: withLogs, spoilsRecord: true };

/** Takes away, or makes unreadable, what it was given. */
export const deletions: readonly Trick[] = [
  gone("all in its workspace", workspace, { act: emptied }),
  gone("its workspace", workspace, { modes: withLogs }),
  gone("its workspace and what is around it", (scene) => dirname(workspace(scene)), { modes: withLogs }),
  gone("its .massgen", inWorkspace(".massgen")),
  gone("its attempt", ({ attempt }) => attempt),
  gone("its log directory", logs, record),
  gone("its live_logs", inLogs("live_logs"), { modes: withLogs }),
  gone("run.json", inLogs("run.json"), record),
  gone("its conversation", inLogs("conversation.jsonl"), { modes: withLogs }),
  gone("its supervisor's directory", inLogs("supervisor"), record),
  gone("what its supervisor claimed", inLogs("supervisor/run_1/claim"), record),
  gone("who its supervisor started", inLogs("supervisor/run_1/process"), record),
  gone("full_logs", inLogs("full_logs"), { modes: withLogs }),
  forbidden("its workspace", workspace),
  forbidden("its .massgen", inWorkspace(".massgen")),
  forbidden("its attempt", ({ attempt }) => attempt),
  forbidden("its log directory", logs, { modes: withLogs, spoilsRecord: true }),
  {
    name: "moves its workspace away",
    weight: 2,
    modes: withLogs,
    again: true,
    act: (scene) => renameSync(workspace(scene), `${workspace(scene)}.moved`),
  },
];
