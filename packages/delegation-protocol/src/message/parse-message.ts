import { problemsOf } from "@retinue/errors";
import type { z } from "zod";
import { unsafeJson } from "./plain-json.ts";

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** Reads the text of a message; problems are said in one line that names keys. Never throws. */
export function parseMessage<T>(text: string, schema: z.ZodType<T>): Parsed<T> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: `it is not JSON: ${(error as Error).message}` };
  }
  const unsafe = unsafeJson(document);
  if (unsafe !== undefined) return { ok: false, problem: unsafe };
  const parsed = schema.safeParse(document);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problem: problemsOf(parsed.error).join("; ") };
}
