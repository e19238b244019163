/** Numbers that depend on a seed alone. */
export interface SeededRandom {
  /** From 0, below 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
  chance(of: number): boolean;
}

/** Mulberry32: small, and the same everywhere. */
export function seededRandom(seed: number): SeededRandom {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T,
    chance: (of) => next() < of,
  };
}
