import { workspaceIndexOf } from "@retinue/runtime";
import { resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import { isDrawable } from "../live/is-drawable.ts";

export interface TopOptions {
  /** Of every workspace that is known of this user. */
  readonly all?: boolean | undefined;
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
}

/**
 * `retinue top`: the subagents of a workspace, or of all that this user has, on the whole screen.
 *
 * @throws CliError NO_TERMINAL.
 */
export async function top({ all = false, workspace = "." }: TopOptions): Promise<void> {
  if (!isDrawable(process.stdout) || !process.stdin.isTTY)
    throw new CliError(
      "NO_TERMINAL",
      "retinue top draws on a terminal and reads its keys, and there is none",
      {
        remedy: `For a list: retinue ps${all ? " --all" : ""}`,
      },
    );
  const { topScreen } = await import("../top/top-screen.ts");
  const index = workspaceIndexOf(process.env);
  await topScreen(process.stdout, { workspace: all ? undefined : resolve(workspace), index });
}
