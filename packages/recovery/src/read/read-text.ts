import { ContainedFsError, readTextWithin, type ReadLimit } from "@retinue/contained-fs";
import type { Place } from "../locate/place.ts";
import { allowance, mayLook } from "../locate/reading-allowance.ts";
import { noteFailure } from "../locate/unreadable.ts";

/** The text of a file, or why there is none. */
export type TextRead =
  | { readonly ok: true; readonly text: string; /** Bytes of the whole file. */ readonly size: number }
  | { readonly ok: false; readonly missing: boolean; readonly why: string };

/** Reads UTF-8; bytes that are none become U+FFFD. Nothing once its root's allowance is used up. */
export function readText({ root, path }: Place, limit: ReadLimit): TextRead {
  if (!mayLook(root, path) || allowance(root, "bytes") === 0) {
    return { ok: false, missing: false, why: `too much was read beneath ${root.path}` };
  }
  try {
    const { text, size } = readTextWithin(root, path, limit);
    allowance(root, "bytes", Math.min(size, limit.maxBytes));
    return { ok: true, text, size };
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    noteFailure(root, error);
    return { ok: false, missing: error.code === "NOT_FOUND", why: error.message };
  }
}
