import { requireId } from "@retinue/engine-contract";
import { watch, type FSWatcher } from "node:fs";
import { delegationFiles } from "../message/file-names.ts";
import { delegationResponseSchema, type DelegationResponse } from "../message/response.ts";
import { readMessage } from "./read-message.ts";

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
    const found = readMessage(directory, name, delegationResponseSchema, { subagentId, requestId });
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
