import { ApiException } from "@kubernetes/client-node";

/** What the API server answered to a call that it refused; undefined where nobody answered, or where it may do so later. */
export function refusal(error: unknown): { readonly code: number; readonly message: string } | undefined {
  if (!(error instanceof ApiException)) return undefined;
  const { code } = error;
  // It is overloaded, is starting, or does not know a token that is renewed just now.
  if (code === 401 || code === 408 || code === 429 || code >= 500) return undefined;
  return { code, message: messageOf(error.body) ?? `it answers ${code}` };
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiException && error.code === 404;
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiException && error.code === 409;
}

function messageOf(body: unknown): string | undefined {
  const status = typeof body === "string" ? parsed(body) : body;
  const { message } = (status ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}
