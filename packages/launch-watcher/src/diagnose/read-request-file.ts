import { basename, dirname } from "node:path";
import { readTextWithin, withRoot } from "@retinue/contained-fs";
import {
  delegationRequestSchema,
  maxMessageBytes,
  parseMessage,
  type DelegationRequest,
} from "@retinue/delegation-protocol";
import { refused } from "../admit/refused.ts";

/**
 * Reads a request from a file. A parent may have written it: it is read like one in an outbox, and never as YAML.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function readRequestFile(path: string): DelegationRequest {
  let text: string;
  try {
    const limit = { maxBytes: maxMessageBytes };
    text = withRoot(dirname(path), (root) => readTextWithin(root, basename(path), limit).text);
  } catch (error) {
    throw refused((error as Error).message, "Name a file with one request.", error);
  }
  const parsed = parseMessage(text, delegationRequestSchema);
  if (!parsed.ok) throw refused(parsed.problem, "Correct the named keys.");
  return parsed.value;
}
