import type { Mode } from "../programs/hostile-child/order.ts";
import { planOf } from "../programs/hostile-child/plan.ts";

/** A promise that was broken, and by whom. */
export interface Violation {
  readonly mode: Mode;
  /** One when it is known which it was; else all that ran then. */
  readonly seeds: readonly number[];
  readonly invariant: string;
  readonly detail: string;
}

/** For people: what broke, the tricks, and how to see it again. */
export function described({ mode, seeds, invariant, detail }: Violation): string {
  const who = seeds.map((seed) => {
    const { tricks, ending } = planOf({ seed, mode });
    return `seed ${seed} (${tricks.map(({ name }) => name).join("; ")}; ending: ${ending})`;
  });
  const again = seeds.length === 1 ? `\n  again: RETINUE_HOSTILE_SEED=${seeds[0]}` : "";
  return `${mode}: ${invariant}: ${detail.slice(0, 300)}\n  by ${who.join(", ")}${again}`;
}
