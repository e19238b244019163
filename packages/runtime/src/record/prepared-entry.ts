import type { Run } from "@retinue/engine-contract";

/** What came of preparing a run that its record says. */
interface Prepared extends Pick<Run, "policy" | "warning"> {
  /** It has no shell after all, which its role was to have. */
  readonly lacksShell?: boolean | undefined;
}

/** The part of a run's record that its preparation changes. */
export function preparedEntry(
  { policy, warning, lacksShell = false }: Prepared,
  { needs }: Pick<Run, "needs">,
): Pick<Run, "policy" | "warning" | "needs"> {
  const without = (names: readonly string[]) => names.filter((name) => name !== "shell");
  return {
    ...(policy !== undefined && { policy }),
    ...(warning !== undefined && { warning }),
    ...(lacksShell &&
      needs !== undefined && {
        needs: { met: without(needs.met), unmet: [...without(needs.unmet), "shell"] },
      }),
  };
}
