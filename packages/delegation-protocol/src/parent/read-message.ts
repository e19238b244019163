import { ContainedFsError, readTextWithin, withRoot } from "@retinue/contained-fs";
import type { z } from "zod";
import { parseMessage } from "../message/parse-message.ts";
import { maxMessageBytes } from "../message/request.ts";

/** What every message of a host says: whom it is about. */
interface Addressed {
  readonly subagent_id: string;
  readonly request_id: string;
}

/** What a host wrote about a request; why what lies there is not that; undefined when there is nothing. */
export function readMessage<T extends Addressed>(
  directory: string,
  name: string,
  schema: z.ZodType<T>,
  { subagentId, requestId }: { readonly subagentId: string; readonly requestId: string },
): T | string | undefined {
  let text: string;
  try {
    text = withRoot(directory, (root) => readTextWithin(root, name, { maxBytes: maxMessageBytes }).text);
  } catch (error) {
    if (error instanceof ContainedFsError && error.code === "NOT_FOUND") return undefined;
    return `${name} cannot be read: ${(error as Error).message}`;
  }
  const parsed = parseMessage(text, schema);
  if (!parsed.ok) return `${name} is not valid: ${parsed.problem}`;
  const { subagent_id, request_id } = parsed.value;
  if (subagent_id === subagentId && request_id === requestId) return parsed.value;
  return `${name} is about ${subagent_id}, request ${request_id}, not ${subagentId}, request ${requestId}`;
}
