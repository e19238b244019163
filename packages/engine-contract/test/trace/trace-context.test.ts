import { expect, test } from "vitest";
import { agentSpanName, parseTraceparent, spanIdWithin, traceparent } from "../../src/index.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

test("a traceparent comes through, a later version's as far as it is known", () => {
  const read = { traceId, spanId, sampled: true };
  expect(parseTraceparent(traceparent(read))).toEqual(read);
  expect(parseTraceparent(`00-${traceId}-${spanId}-00`)).toEqual({ ...read, sampled: false });
  expect(parseTraceparent(`cc-${traceId}-${spanId}-03-later`)).toEqual(read);
});

test.for([
  "",
  "nonsense",
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.slice(1)}-${spanId}-01`,
])("%j is none", (text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});

test("whoever asks for a span within another gets the same id, and each name one of its own", () => {
  const ada = spanIdWithin(spanId, agentSpanName("ada"));
  expect(ada).toMatch(/^[\da-f]{16}$/);
  expect(spanIdWithin(spanId, agentSpanName("ada"))).toBe(ada);
  expect(spanIdWithin(spanId, agentSpanName("grace"))).not.toBe(ada);
});
