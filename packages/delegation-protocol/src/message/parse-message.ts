import { problemsOf } from "@retinue/errors";
import { z } from "zod";
import { unsafeJson } from "./plain-json.ts";
import { requireArguments } from "../require-arguments.ts";

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

const argumentsSchema = z.object({
  text: z.string(),
  schema: z.custom((value) => typeof (value as Partial<z.ZodType> | null)?.safeParse === "function"),
});

/**
 * Reads the text of a message; problems are said in one line that names keys, whatever the text is.
 *
 * @throws DelegationProtocolError INVALID_INPUT.
 */
export function parseMessage<T>(text: string, schema: z.ZodType<T>): Parsed<T> {
  requireArguments("parseMessage", argumentsSchema, { text, schema });
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
