import { diffCommand } from "@retinue/changes";
import { recover } from "@retinue/recovery";
import type { SubagentManager } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { WorkspaceRow } from "../workspaces/workspace-row.ts";
import type { Wish } from "./press.ts";
import type { Page } from "./top-state.ts";

/** What comes of a wish: a line that says so, or a text to be read. */
export type Outcome = string | Page;

/** What is said while a wish is seen to, since some take their time. */
export function saidAtOnce({ do: what }: Wish, { entry: { subagent_id: id } }: WorkspaceRow): string {
  switch (what) {
    case "send":
      return `tells ${id} …`;
    case "wrap up":
      return `asks ${id} to finish with what there is …`;
    case "stop":
      return `stops ${id}, and recovers what there is …`;
    default:
      return "";
  }
}

/**
 * Does what was asked for with a subagent.
 *
 * @throws RuntimeError, ChangesError, RecoveryError: it was refused.
 */
export async function act(wish: Wish, row: WorkspaceRow, manager: SubagentManager): Promise<Outcome> {
  const { subagent_id: id } = row.entry;
  switch (wish.do) {
    case "send": {
      const { state, delivered, unsupported } = await manager.send(id, wish.text);
      const told = delivered.map(({ agent_id }) => agent_id).join(", ");
      const not = unsupported.map(({ agent_id }) => agent_id).join(", ");
      return `${id}: ${state}${told && `, to ${told}`}${not && `, not to ${not}`}`;
    }
    case "wrap up":
      return ended(await manager.cancel(id, { wrapUp: true }));
    case "stop":
      return ended(await manager.cancel(id));
    case "show answer":
      return answerOf(row, manager);
    case "show diff":
      return diffOf(id, manager);
    case "quit":
      return "";
  }
}

function ended({ subagent_id, status, answer }: SubagentResult): string {
  const has = answer === null ? "no answer" : `${answer.length} characters of answer: a shows them`;
  return `${subagent_id} ended: ${status}, ${has}`;
}

/** Of one that goes on what it would come back with now. */
async function answerOf({ entry }: WorkspaceRow, manager: SubagentManager): Promise<Outcome> {
  const { subagent_id: id, log_path: logPath } = entry;
  const result = await manager.result(id);
  const { answer, status } =
    result ?? (logPath === undefined ? { answer: null, status: "running" } : (await recover(logPath)).result);
  if (answer === null) return `${id} has no answer${result === undefined ? " yet" : `: ${status}`}`;
  if (result !== undefined) await had(id, manager);
  const title = result === undefined ? `${id}, which goes on: the best so far` : `${id}: ${status}`;
  return { kind: "page", title, text: answer, from: 0 };
}

/** What another server holds on offer is for the client that asked for it. */
async function had(id: string, manager: SubagentManager): Promise<void> {
  const offered = await manager.unacknowledged();
  await manager.acknowledge(offered.filter(({ subagentId }) => subagentId === id));
}

async function diffOf(id: string, manager: SubagentManager): Promise<Outcome> {
  const changes = await manager.changes(id);
  const asked = { changes, tool: false, plain: true, environment: { ...process.env, GIT_PAGER: "cat" } };
  const { command, args, cwd, environment } = await diffCommand(asked);
  const git = spawn(command, args, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const [shown, problem] = await Promise.all([text(git.stdout), text(git.stderr), once(git, "close")]);
  if (shown === "") return `${id}: git shows no difference ${problem.trim()}`;
  const { files, insertions, deletions } = changes;
  const title = `${id}: ${files} files, +${insertions} -${deletions}`;
  return { kind: "page", title, text: shown, from: 0, isDiff: true };
}
