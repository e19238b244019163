/**
 * The runtime mode of a server that runs on a host: it starts children directly instead of asking the host for
 * them, so `delegated` becomes `isolated`. Others stay as they are.
 */
export function modeOnHost<T>(mode: T): T | "isolated" {
  return typeof mode === "string" && mode.trim().toLowerCase() === "delegated" ? "isolated" : mode;
}
