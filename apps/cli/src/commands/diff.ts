import { once } from "node:events";
import { spawn } from "node:child_process";
import { changesOf } from "./changes-of.ts";

export interface DiffOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  /** Shows it in the user's diff tool. */
  readonly tool?: boolean | undefined;
}

/**
 * `retinue diff <id>`: shows what a subagent changed, as the user's git shows a difference: its colours, its pager, its
 * diff tool. Of a directory that is no repository it says what the patch changes, and where the patch is.
 *
 * @returns git's exit code.
 */
export async function diff(subagentId: string, { workspace, tool = false }: DiffOptions): Promise<number> {
  const { base = "", commit = "", branch, repository, patch = "" } = await changesOf(subagentId, workspace);
  const args =
    branch === undefined
      ? ["apply", "--stat", "--summary", patch]
      : [...(tool ? ["difftool", "--no-prompt"] : ["diff"]), base, commit];
  const git = spawn("git", args, { cwd: repository, stdio: "inherit" });
  const [code] = (await once(git, "close")) as [number | null];
  if (branch === undefined) process.stdout.write(`${patch}\n`);
  return code ?? 1;
}
