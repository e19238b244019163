import type { Mode } from "./order.ts";
import type { Trick } from "./trick.ts";

/** Containers cost the most: more of what can stand side by side goes into one. */
const planted: Readonly<Record<Mode, number>> = { isolated: 3, inherited: 3, delegated: 6 };

/** All tricks once, in an order of their own: what is planted in places that do not meet goes together. */
export function packs(tricks: readonly Trick[], mode: Mode): readonly (readonly Trick[])[] {
  const made: Trick[][] = [];
  for (const trick of tricks) {
    const fitting = made.find(
      (pack) => pack.length < planted[mode] && pack.every((other) => fit(trick, other)),
    );
    if (fitting === undefined) made.push([trick]);
    else fitting.push(trick);
  }
  return mode === "delegated" ? made.toSorted((a, b) => order(a) - order(b)) : made;
}

/** What is read by the same code in all modes comes last where a run costs the most. */
function order([trick, other]: readonly Trick[]): number {
  if (trick === undefined || trick.name.startsWith("status:")) return 2;
  return trick.plantedAt !== undefined && other === undefined ? 1 : 0;
}

function fit(one: Trick, other: Trick): boolean {
  const { plantedAt: here } = one;
  const { plantedAt: there } = other;
  if (here === undefined || there === undefined || meet(here, there)) return false;
  const agree = (key: "ending" | "answers" | "logsIn") =>
    one[key] === undefined || other[key] === undefined || one[key] === other[key];
  return agree("ending") && agree("answers") && agree("logsIn") && one.spoilsRecord === other.spoilsRecord;
}

/** Whether one lies in the other. Where the run logs depends on its seed. */
function meet(one: string, other: string): boolean {
  const logs = /^attempt:|^logs:(?:live|full)_logs|^workspace:\.massgen/;
  if (logs.test(one) && logs.test(other)) return true;
  return one.startsWith(other) || other.startsWith(one);
}
