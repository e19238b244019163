import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { modelAgent, modelTeam, modelTypes, quick } from "../model-team.ts";
import { floodingServer, type Flood } from "./flooding-server.ts";

const mebi = 1024 * 1024;
/** What lies in sockets and streams between the server and the limit. */
const underway = 16 * mebi;

const floods: Record<string, Flood & { readonly reason: RegExp; readonly limit: number }> = {
  "a line without an end": {
    begin: "data: ",
    repeat: Buffer.alloc(64 * 1024, "x"),
    most: 64 * mebi,
    limit: 8 * mebi,
    reason: /sent more than 8388608 bytes in one event$/,
  },
  "an event of lines without an end": {
    repeat: Buffer.from("data: x\r\n".repeat(8 * 1024)),
    most: 64 * mebi,
    limit: 8 * mebi,
    reason: /sent more than 8388608 bytes in one event$/,
  },
  "a body that is no stream of events": {
    headers: { "content-type": "application/json" },
    repeat: Buffer.alloc(64 * 1024, "[],"),
    most: 64 * mebi,
    limit: 8 * mebi,
    reason: /sent more than 8388608 bytes in one event$/,
  },
  "a body without an end": {
    repeat: Buffer.from(`: ${"x".repeat(64 * 1024)}\n\n`),
    most: 320 * mebi,
    limit: 256 * mebi,
    reason: /sent more than 268435456 bytes in one reply$/,
  },
  "an error without an end": {
    status: 400,
    headers: { "content-type": "application/json" },
    begin: '{"error": {"message": "',
    repeat: Buffer.alloc(64 * 1024, "x"),
    most: 64 * mebi,
    limit: 64 * 1024,
    reason: / answered 400: Bad Request \(what it said has more than 65536 bytes and was not read\)$/,
  },
};

describe.each(modelTypes)("%s", (type) => {
  it.each(Object.entries(floods))(
    "takes no more than its limit of %s",
    async (_, { reason, limit, ...flood }) => {
      const server = await floodingServer(flood);
      const before = process.memoryUsage().rss;
      const { outcome } = await modelTeam([modelAgent("alpha", type, server)], quick);
      expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringMatching(reason) });
      expect(server.requests).toBe(1);
      expect(server.sent).toBeLessThan(limit + underway);
      expect(process.memoryUsage().rss - before).toBeLessThan(512 * mebi);
    },
  );
});

it("counts what was unpacked, not what was sent", async () => {
  const packed = gzipSync(Buffer.concat([Buffer.from("data: "), Buffer.alloc(64 * mebi, "x")]));
  const server = await floodingServer({
    headers: { "content-encoding": "gzip" },
    repeat: packed,
    most: packed.length,
  });
  const { outcome } = await modelTeam([modelAgent("alpha", "chatcompletion", server)], quick);
  expect(outcome).toMatchObject({ reason: expect.stringContaining("bytes in one event") });
});
