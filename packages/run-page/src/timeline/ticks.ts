const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 4, 8, 24].map((count) => count * hour),
];

/** Round times from 0 on, in milliseconds, so many at most in a span of that length. */
export function ticksOf(span: number, most: number): number[] {
  const step = steps.find((each) => span / each < most) ?? Math.ceil(span / most);
  // The last is left out where its text would stand over the edge.
  return Array.from({ length: Math.floor((span * 0.97) / step) + 1 }, (_, index) => index * step);
}
