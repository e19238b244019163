import { APICallError } from "@ai-sdk/provider";
import { replyLimitError } from "../receive/reply-limit-error.ts";

/** Why a model gave no whole reply. */
export interface ModelError {
  readonly message: string;
  /** Whether the same request may succeed a little later. */
  readonly retryable: boolean;
  /** How long the server asks to wait, in milliseconds. */
  readonly waitMilliseconds?: number | undefined;
}

const maxCharacters = 500;
/** An account without money is not helped by waiting. */
const hopeless = /insufficient_quota|billing/i;

/** Explains what an SDK threw, or reported in the middle of a stream. */
export function modelError(error: unknown, api: string, hideKeys: (text: string) => string): ModelError {
  const limit = replyLimitError(error);
  // Before anything is cut: half a key is not found any more.
  const shown = (text: string) => oneLine(hideKeys(text));
  if (limit !== undefined) return { message: `${api} ${limit.message}`, retryable: false };
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode !== 200) {
    const { statusCode, responseHeaders = {}, responseBody = "" } = error;
    const message = `${api} answered ${statusCode}: ${shown(error.message)}`;
    const retryable = error.isRetryable && !hopeless.test(responseBody);
    return { message, retryable, waitMilliseconds: askedWait(responseHeaders) };
  }
  if (APICallError.isInstance(error) && error.statusCode === undefined)
    return { message: `${api} could not be reached: ${shown(reasons(error))}`, retryable: error.isRetryable };
  return { message: `the reply of ${api} broke off: ${shown(reasons(error))}`, retryable: true };
}

/** `retry-after` in seconds or as a date, or `retry-after-ms`. */
function askedWait(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const after = headers["retry-after"];
  if (after === undefined) return undefined;
  const seconds = Number(after);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** An error, what it was caused by, and so on; or what a server reported in its stream. */
function reasons(error: unknown): string {
  if (!(error instanceof Error)) return reported(error);
  const { message, cause } = error;
  if (!(cause instanceof Error) || message.includes(cause.message)) return message;
  return `${message} (${reasons(cause)})`;
}

function reported(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, error: inner } = (error ?? {}) as { message?: unknown; error?: unknown };
  if (typeof message === "string") return message;
  return inner === undefined ? JSON.stringify(error) : reported(inner);
}

function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters)}…`;
}
