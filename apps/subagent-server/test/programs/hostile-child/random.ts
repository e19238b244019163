/** Numbers that depend on a seed alone. */
export interface Random {
  /** A whole number below `limit`. */
  below(limit: number): number;
  /** Whether it happens, with that probability. */
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** mulberry32: small, and the same everywhere. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    happens: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
  };
}
