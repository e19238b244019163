import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { functionSchema } from "../contract/call-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { requireArguments } from "../require-arguments.ts";

/** A watcher that serves one outbox. */
export interface OutboxWatcher {
  /** Resolves when it has let go of what it was doing. */
  stop(): Promise<void>;
}

export interface ParentOutboxOptions {
  /** Absolute path of a directory of the host; outboxes are made in it. */
  readonly directory: string;
  /** Serves an outbox until it is stopped. */
  readonly startWatcher: (outbox: string) => Promise<OutboxWatcher>;
  /** Who the parent is, when it is not the host's own user: the outbox becomes this user's. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
  /** Where the parent's container sees the outbox; default: by the same path. */
  readonly seenAs?: string | undefined;
}

export interface ParentOutbox {
  /** Absolute path on the host: mount it, writable, into this parent's container and no other. */
  readonly outbox: string;
  /** For the parent's subagent server. */
  readonly flags: readonly string[];
  /** Stops the watcher. The directory stays: it may hold the last response. */
  close(): Promise<void>;
}

const userId = z.number().int().min(0);
const optionsSchema = z.looseObject({
  directory: z.string(),
  startWatcher: functionSchema,
  owner: z.looseObject({ uid: userId, gid: userId }).optional(),
  seenAs: z.string().optional(),
});

/**
 * Makes a private outbox for one parent, on the host, and starts the watcher that serves it: an outbox is an
 * identity, so no two parents share one.
 *
 * @throws RuntimeError INVALID_INPUT; INVALID_CONFIGURATION for a relative directory; whatever `startWatcher` rejects with.
 */
export async function openParentOutbox(options: ParentOutboxOptions): Promise<ParentOutbox> {
  requireArguments("openParentOutbox", optionsSchema, options);
  const { directory, startWatcher, owner, seenAs } = options;
  for (const path of [directory, seenAs ?? "/"]) {
    if (!isAbsolute(path)) {
      throw new RuntimeError("INVALID_CONFIGURATION", `${JSON.stringify(path)} is not an absolute path`, {
        remedy: "Name the directory of outboxes, and where a container sees its own, by absolute paths.",
      });
    }
  }
  const outbox = join(directory, `outbox_${randomBytes(8).toString("hex")}`);
  mkdirSync(directory, { recursive: true });
  mkdirSync(outbox, { mode: 0o700 });
  if (owner !== undefined) chownSync(outbox, owner.uid, owner.gid);
  const watcher = await startWatcher(outbox);
  let closing: Promise<void> | undefined;
  return {
    outbox,
    flags: ["--runtime-mode", "delegated", "--delegation-directory", seenAs ?? outbox],
    close: () => (closing ??= watcher.stop()),
  };
}
