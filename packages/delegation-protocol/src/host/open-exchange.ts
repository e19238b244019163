import { closeRoot, type ContainedRoot, openRoot, overlaps } from "@retinue/contained-fs";
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { z } from "zod";
import { DelegationProtocolError } from "../delegation-protocol-error.ts";
import { requireArguments } from "../require-arguments.ts";

/** The host's records of one outbox, which stay when the outbox is gone. */
export interface Records {
  /** The host's alone: the only authority on what was asked and decided. Real path. */
  readonly spool: string;
  /**
   * Of a host that others may follow while it is frozen: asked right before each change here, and throws once it may
   * not be the one any more. A file is asked for when all of it is written: one that passes and is frozen before it has
   * its name finds its private file gone when it wakes, since who follows sweeps first.
   */
  readonly confirm?: (() => void) | undefined;
}

/** One parent's outbox and the host's records of it. */
export interface Exchange extends Records {
  /** Shared with the parent, who owns every name and byte in it. Real path. */
  readonly outbox: string;
  readonly root: ContainedRoot;
}

const optionsSchema = z.object({
  outbox: z.string().min(1),
  spool: z.string().min(1),
  confirm: z.custom<() => void>((given) => typeof given === "function").optional(),
});

/**
 * Opens both directories; the spool is made, private, when it is not there.
 *
 * @throws DelegationProtocolError INVALID_INPUT; INVALID_DIRECTORY when one lies inside the other, or others may
 * write to the spool; ContainedFsError when the outbox cannot be opened.
 */
export function openExchange(options: Records & { readonly outbox: string }): Exchange {
  requireArguments("openExchange", optionsSchema, options);
  mkdirSync(options.spool, { recursive: true, mode: 0o700 });
  const found = lstatSync(options.spool);
  const owner = process.getuid?.();
  if (!found.isDirectory() || (found.mode & 0o077) !== 0 || (owner !== undefined && found.uid !== owner)) {
    throw invalid(`The spool ${options.spool} is not a directory of this user alone`, "Give it mode 0700.");
  }
  const spool = realpathSync(options.spool);
  const outbox = realpathSync(options.outbox);
  if (overlaps(spool, outbox)) {
    throw invalid(
      `The spool ${spool} and the outbox ${outbox} lie inside each other`,
      "Keep the spool where no container can reach it.",
    );
  }
  return { outbox, spool, root: openRoot(outbox), confirm: options.confirm };
}

export function closeExchange({ root }: Exchange): void {
  closeRoot(root);
}

function invalid(message: string, remedy: string): DelegationProtocolError {
  return new DelegationProtocolError("INVALID_DIRECTORY", message, { remedy });
}
