import { diffCommand } from "@retinue/changes";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { withManager } from "./with-manager.ts";

export interface DiffOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  /** Shows it in the user's diff tool. */
  readonly tool?: boolean | undefined;
}

/**
 * `retinue diff <id>`: shows what a subagent changed, as the user's git shows a difference: its pager, its diff tool,
 * and on a terminal its colours, unless `NO_COLOR` is set.
 *
 * @returns git's exit code.
 * @throws RuntimeError for a subagent that is not known, or changed nothing.
 */
export async function diff(subagentId: string, { workspace, tool = false }: DiffOptions): Promise<number> {
  const changes = await withManager(workspace, (manager) => manager.changes(subagentId));
  const plain = !process.stdout.isTTY || Boolean(process.env["NO_COLOR"]);
  const { command, args, cwd, environment } = await diffCommand({
    changes,
    tool,
    plain,
    environment: { ...process.env },
  });
  const git = spawn(command, args, { cwd, env: environment, stdio: "inherit" });
  const [code] = (await once(git, "close")) as [number | null];
  return code ?? 1;
}
