import { ContainedFsError, readTextWithin, withRoot } from "@retinue/contained-fs";
import { requireId } from "@retinue/engine-contract";
import { watch, type FSWatcher } from "node:fs";
import { delegationFiles } from "../message/file-names.ts";
import { parseMessage } from "../message/parse-message.ts";
import { maxMessageBytes } from "../message/request.ts";
import { delegationResponseSchema, type DelegationResponse } from "../message/response.ts";

/** A notification can be lost, and some shared file systems send none. */
const SCAN_MS = 2_000;

export interface AwaitOptions {
  readonly subagentId: string;
  /** Responses to other requests are left alone. */
  readonly requestId: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Whether the wait keeps this process alive. Default true. */
  readonly keepAlive?: boolean | undefined;
  /** Told, once each, of what lies there instead of the response. Must not throw. */
  readonly onIgnored?: ((reason: string) => void) | undefined;
}

/**
 * Waits for the response to a request. One that does not parse, or answers another request, is waited
 * out. Resolves with undefined when the signal ends the wait; never rejects for what lies in the directory.
 */
export function awaitResponse(
  directory: string,
  options: AwaitOptions,
): Promise<DelegationResponse | undefined> {
  const { requestId, signal, keepAlive = true, onIgnored = () => {} } = options;
  const subagentId = requireId(options.subagentId);
  const name = delegationFiles.response(subagentId);
  const { promise, resolve } = Promise.withResolvers<DelegationResponse | undefined>();
  const told = new Set<string>();
  let watcher: FSWatcher | undefined;

  const finish = (response: DelegationResponse | undefined) => {
    clearInterval(scan);
    watcher?.close();
    signal.removeEventListener("abort", abort);
    resolve(response);
  };
  const abort = () => finish(undefined);
  const look = () => {
    const found = readResponse(directory, name, subagentId, requestId);
    if (typeof found === "object") {
      finish(found);
      return;
    }
    if (found !== undefined && !told.has(found)) {
      told.add(found);
      onIgnored(found);
    }
    watchAgain();
  };
  const watchAgain = () => {
    watcher ??= watchDirectory(directory, { name, keepAlive, look, lost: () => (watcher = undefined) });
  };
  const scan = setInterval(look, SCAN_MS);
  if (!keepAlive) scan.unref();
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  else {
    watchAgain();
    look();
  }
  return promise;
}

/** The response, why what lies there is none, or undefined when there is nothing. */
function readResponse(
  directory: string,
  name: string,
  subagentId: string,
  requestId: string,
): DelegationResponse | string | undefined {
  let text: string;
  try {
    text = withRoot(directory, (root) => readTextWithin(root, name, { maxBytes: maxMessageBytes }).text);
  } catch (error) {
    if (error instanceof ContainedFsError && error.code === "NOT_FOUND") return undefined;
    return `${name} cannot be read: ${(error as Error).message}`;
  }
  const parsed = parseMessage(text, delegationResponseSchema);
  if (!parsed.ok) return `${name} is no response: ${parsed.problem}`;
  const { subagent_id, request_id } = parsed.value;
  if (subagent_id === subagentId && request_id === requestId) return parsed.value;
  return `${name} answers ${subagent_id}, request ${request_id}, not ${subagentId}, request ${requestId}`;
}

interface Watch {
  readonly name: string;
  readonly keepAlive: boolean;
  readonly look: () => void;
  readonly lost: () => void;
}

function watchDirectory(directory: string, { name, keepAlive, look, lost }: Watch): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: keepAlive }, (_event, changed) => {
      if (changed === name || changed === null) look();
    });
    return watcher.on("error", () => {
      watcher.close();
      lost();
    });
  } catch {
    // No watches left, or the directory is away for a moment: the scan remains.
    return undefined;
  }
}
