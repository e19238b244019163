import { problemsOf } from "@retinue/errors";
import type { Grants } from "../configure/route.ts";
import type { Asked, Json, Located, ModelApi } from "./model-api.ts";
import { isObject } from "./shapes.ts";

/** A request that may be made, as it is sent. */
export interface CheckedRequest extends Asked {
  readonly bytes: Buffer;
}

/** What may not be asked, and why. */
export interface Unasked {
  readonly code: string;
  readonly problem: string;
}

const mostProblems = 5;

/** A body as the host takes it: what its schema knows, and nothing that is not granted. */
export function readAsked(
  api: ModelApi,
  bytes: Buffer,
  located: Located,
  grants: Grants,
): CheckedRequest | Unasked {
  try {
    const given: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!isObject(given)) return invalid("the body is no JSON object");
    const { known, granted } = apart(given, grants.fields);
    const read = api.schema.safeParse(known);
    if (!read.success) return invalid(problemsOf(read.error).slice(0, mostProblems).join("; "));
    for (const { grant, where } of api.needs(read.data)) {
      if (!grants[grant]) return { code: "not_granted", problem: `${where} needs the grant "${grant}"` };
    }
    const asked = api.read({ ...read.data, ...granted }, located);
    return { ...asked, bytes: Buffer.from(JSON.stringify(asked.body)) };
  } catch (error) {
    // A body of a million brackets among others.
    return invalid(
      `the body cannot be read as JSON: ${error instanceof Error ? error.message : "not valid"}`,
    );
  }
}

function apart(given: Json, fields: readonly string[]): { known: Json; granted: Json } {
  const entries = Object.entries(given);
  return {
    known: Object.fromEntries(entries.filter(([name]) => !fields.includes(name))),
    granted: Object.fromEntries(entries.filter(([name]) => fields.includes(name))),
  };
}

function invalid(problem: string): Unasked {
  return { code: "invalid_request_error", problem };
}
