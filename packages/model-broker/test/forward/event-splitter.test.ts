import { expect, it } from "vitest";
import { EventSplitter } from "../../src/forward/event-splitter.ts";

const events = [
  "data: one\n\n",
  'event: word\ndata: {"text":"größer"}\n\n',
  "data: a line\r\ndata: and the mark\r\n\r\n",
  "\n\n",
  ": only said\n\n",
  "data: the mark\n\n",
  "data: one that is longer than the others, so that it comes in many pieces\n\n",
];

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What comes of a stream in pieces of these lengths. */
function split(stream: Buffer, lengths: readonly number[], splitter: EventSplitter) {
  let at = 0;
  const passed = lengths.map((length) => splitter.push(stream.subarray(at, (at += length))) ?? []);
  return {
    bytes: passed.map((each) => Buffer.concat(each.map(({ bytes }) => bytes)).toString()),
    seen: passed.flat().flatMap(({ data }) => (data.includes("the mark") ? [data] : [])),
    rest: splitter.rest.toString(),
    count: passed.flat().length,
  };
}

function soFar(pieces: readonly string[], last: number): string {
  return pieces
    .slice(0, last + 1)
    .join("")
    .trimEnd();
}

it("what concerns nobody is not taken apart, and all else is the same, wherever a stream is cut", () => {
  const next = numbers(11);
  let [saved, marks] = [0, 0];
  for (let round = 0; round < 500; round++) {
    const written = Array.from({ length: next(40) }, () => events[next(events.length)] ?? "");
    const stream = Buffer.from(written.join("") + "data: cut o");
    const lengths: number[] = [];
    for (let left = stream.length; left > 0; left -= lengths.at(-1) ?? 0)
      lengths.push(Math.min(left, 1 + next(next(2) === 0 ? 5 : 400)));
    const plain = split(stream, lengths, new EventSplitter(1e6));
    const quick = split(stream, lengths, new EventSplitter(1e6, (text) => text.includes("the mark")));
    expect({ seen: quick.seen, all: quick.bytes.join("") + quick.rest }).toEqual({
      seen: plain.seen,
      all: stream.toString(),
    });
    // Nor does an event come later than it is there; of blank lines nobody has anything.
    for (const piece of lengths.keys())
      expect(soFar(quick.bytes, piece).length).toBeGreaterThanOrEqual(soFar(plain.bytes, piece).length);
    saved += plain.count - quick.count;
    marks += plain.seen.length;
  }
  expect(Math.min(saved, marks)).toBeGreaterThan(100);
});
