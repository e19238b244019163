import { expect, it } from "vitest";
import { frameReader } from "../../src/docker/frame-reader.ts";

function frame(stream: number, text: string): Buffer {
  const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(text.length, 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

function readAll(chunks: readonly Buffer[]): Record<number, string> {
  const said: Record<number, string> = {};
  const read = frameReader((stream, piece) => (said[stream] = (said[stream] ?? "") + piece.toString()));
  for (const chunk of chunks) read(chunk);
  return said;
}

const sent = Buffer.concat([frame(1, "out"), frame(2, ""), frame(2, "wrong"), frame(1, " and on")]);

it.each([1, 3, 8, 9, sent.length])("reads pieces that come in chunks of %i bytes", (size) => {
  const chunks = Array.from({ length: Math.ceil(sent.length / size) }, (_, n) =>
    sent.subarray(n * size, (n + 1) * size),
  );
  expect(readAll(chunks)).toEqual({ 1: "out and on", 2: "wrong" });
});

it("takes a chunk of any number of pieces: a child that writes single bytes does not use up the stack", () => {
  const many = 200_000;
  const chunk = Buffer.concat(Array.from({ length: many }, () => frame(1, "x")));
  expect(readAll([chunk])[1]).toHaveLength(many);
});
