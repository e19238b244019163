import type { Mode } from "../programs/hostile-child/order.ts";

/** How many seeds each mode gets, from which on. */
interface Share {
  readonly first: number;
  readonly ci: number;
  readonly long: number;
}

const shares: Readonly<Record<Mode, Share>> = {
  isolated: { first: 0, ci: 190, long: 3_500 },
  // The same launcher: it goes on where the other stops, so that both do each trick once.
  inherited: { first: 190, ci: 62, long: 1_000 },
  delegated: { first: 0, ci: 48, long: 500 },
};

/** Seeds of a mode in groups of that many; those alone that RETINUE_HOSTILE_SEED names: one, or `100-119`. */
export function seedsOf(mode: Mode, together: number): number[][] {
  const share = shares[mode];
  const [from, to = from] = process.env["RETINUE_HOSTILE_SEED"]?.split("-").map(Number) ?? [];
  const first = from ?? share.first;
  const all = process.env["RETINUE_LONG"] === "1" ? share.long : share.ci;
  const count = to === undefined ? all : to - first + 1;
  // What is no range would be no seeds, and nothing could fail.
  if (!(count > 0)) throw new Error("RETINUE_HOSTILE_SEED must be a seed, as 123, or a range, as 100-119");
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  return Array.from({ length: Math.ceil(count / together) }, (_, index) =>
    seeds.slice(index * together, (index + 1) * together),
  );
}

/** Tricks by name, instead of the seed's own: `RETINUE_HOSTILE_TRICKS="a; b"`. */
export function askedTricks(): string[] | undefined {
  return process.env["RETINUE_HOSTILE_TRICKS"]?.split("; ");
}
