import { printable } from "@retinue/contained-fs";
import { workspaceIndexOf } from "@retinue/runtime";
import { CliError } from "../cli-error.ts";
import { directorySource } from "../ui/find/directory-source.ts";
import type { RunSource } from "../ui/find/run-source.ts";
import { workspaceSource } from "../ui/find/workspace-source.ts";
import { serveUi } from "../ui/serve/serve-ui.ts";
import { requireSubagents } from "./with-manager.ts";

export interface UiOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  /** Of every workspace that is known of this user. */
  readonly all?: boolean | undefined;
  /** Default: any that is free. */
  readonly port?: number | undefined;
}

/**
 * `retinue ui [dir]`: serves a page over the runs of a workspace, or of a directory that is only looked at, until it is
 * interrupted. Prints its address.
 *
 * @throws RuntimeError where there are no subagents, RecoveryError where a directory has no run, CliError INVALID_OPTION.
 */
export async function ui(directory: string | undefined, { port = 0, ...place }: UiOptions): Promise<void> {
  requirePort(port);
  await using source = await sourceOf(directory, place);
  await using served = await serveUi(source, port);
  process.stdout.write(`${served.url}\n`);
  const mode = source.readOnly ? ", and changes nothing" : "";
  process.stderr.write(`retinue: shows ${source.of}${mode}; Ctrl-C ends it, and no run\n`);
  await interrupted();
}

async function sourceOf(
  directory: string | undefined,
  { all = false, workspace }: UiOptions,
): Promise<RunSource> {
  if (directory !== undefined) return directorySource(directory);
  return workspaceSource({
    workspace: all ? undefined : requireSubagents(workspace),
    index: workspaceIndexOf(process.env),
    say: (message) => process.stderr.write(`${printable(message)}\n`),
  });
}

function requirePort(port: number): void {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return;
  throw new CliError("INVALID_OPTION", `--port ${port} is no port`, {
    remedy: "Give a number from 1 to 65535, or leave it out for any that is free.",
  });
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
