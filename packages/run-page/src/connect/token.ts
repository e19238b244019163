const stored = "retinue-token";

/**
 * The token that the address was opened with. It is taken out of the address at once, and kept for this tab alone, so
 * that it can be loaded again.
 */
export function takeToken(): string | undefined {
  const given = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(stored, given);
    history.replaceState(undefined, "", `${location.pathname}#/`);
  }
  return given ?? sessionStorage.getItem(stored) ?? undefined;
}
