import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { boundedLines, type DroppedLine } from "../../src/serve/bounded-lines.ts";
import { refuseDropped } from "../../src/serve/dropped-request.ts";

async function passed(chunks: readonly string[], maxBytes: number) {
  const dropped: DroppedLine[] = [];
  const lines = boundedLines((line) => dropped.push(line), maxBytes);
  const out = await text(Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(lines));
  return { out, dropped };
}

test("lines pass whole however they are cut up, and those that are too long do not", async () => {
  const input = "a\n12345678\n123456789\n\nä\nlong long long long\nend\nwithout its feed";
  for (let size = 1; size <= input.length; size += 1) {
    const chunks = Array.from({ length: Math.ceil(input.length / size) }, (_, n) =>
      input.slice(n * size, (n + 1) * size),
    );
    const { out, dropped } = await passed(chunks, 9);
    expect(out).toBe("a\n12345678\n\nä\nend\n");
    expect(dropped).toEqual([
      { bytes: 10, start: "123456789\n", end: "123456789\n" },
      { bytes: 20, start: expect.stringMatching(/^long long/) as string, end: "long long long long\n" },
    ]);
  }
});

test("of a long line its first and last bytes are kept", async () => {
  const line = `{"id":1,${"x".repeat(100_000)},"id":2}\n`;
  const { dropped } = await passed([line.slice(0, 50_000), line.slice(50_000)], 1000);
  expect(dropped).toEqual([{ bytes: line.length, start: line.slice(0, 256), end: line.slice(-256) }]);
});

test.each([
  ['{"jsonrpc":"2.0","id":7,"method":"x","params":', "{}}\n", 7],
  ['{ "id" : "a-b" , "jsonrpc":"2.0"', "}\n", "a-b"],
  ['{"method":"tools/call","params":{"x":"', '"},"jsonrpc":"2.0","id":12}\n', 12],
  ['{"method":"tools/call","params":{"x":"', '"},"id":"k","jsonrpc":"2.0"}\r\n', "k"],
  ['{"method":"x","params":{"x":"', '","id":3}}\n', undefined],
  ['{"method":"x","params":{"id":3,"x":"', '"}}\n', undefined],
  ['{"id":{"a":1},"x":"', '"}\n', undefined],
  ["yyyy", "yyyy\n", undefined],
])("%s…%s is answered by its own id", (start, end, id) => {
  const refused = refuseDropped({ bytes: 11_000_000, start, end });
  expect(refused?.id).toBe(id);
  expect(refused?.error.code).toBe(id === undefined ? undefined : -32_600);
});
