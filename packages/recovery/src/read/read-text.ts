import { ContainedFsError, readTextWithin, type ReadLimit } from "@retinue/contained-fs";
import type { Place } from "../locate/place.ts";

/** The text of a file, or why there is none. */
export type TextRead =
  | { readonly ok: true; readonly text: string; /** Bytes of the whole file. */ readonly size: number }
  | { readonly ok: false; readonly missing: boolean; readonly why: string };

/** Reads UTF-8; bytes that are none become U+FFFD. */
export function readText({ root, path }: Place, limit: ReadLimit): TextRead {
  try {
    const { text, size } = readTextWithin(root, path, limit);
    return { ok: true, text, size };
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    return { ok: false, missing: error.code === "NOT_FOUND", why: error.message };
  }
}
