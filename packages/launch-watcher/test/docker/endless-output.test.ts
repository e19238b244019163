import { createServer } from "node:http";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import Docker from "dockerode";
import { expect, it, onTestFinished } from "vitest";
import { containerOutput } from "../../src/docker/container-output.ts";

const megabyte = 1024 * 1024;
const header = Buffer.from([1, 0, 0, 0, 0, 0x10, 0, 0]);

/** An engine whose log of a container has so many pieces of a megabyte, and then an end. */
async function engineWith(pieces: number): Promise<Docker> {
  const socketPath = join(temporaryDirectory("retinue-log-"), "docker.sock");
  const server = createServer((_, response) => {
    const piece = Buffer.concat([header, Buffer.alloc(megabyte, "x")]);
    let left = pieces;
    const more = () => {
      while (left > 0) {
        left -= 1;
        if (!response.write(piece)) return void response.once("drain", more);
      }
      response.end(Buffer.from([1, 0, 0, 0, 0, 0, 0, 3, ...Buffer.from("end")]));
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => void server.close());
  return new Docker({ socketPath });
}

it.each([
  [8, "xend"],
  [64, "xxxx"],
])("of a container's log of %i MiB, of which an engine sends all, 16 MiB are read", async (pieces, last) => {
  const docker = await engineWith(pieces);
  const { stdout } = await containerOutput(docker.getContainer("talkative"));
  expect(stdout).toHaveLength(64 * 1024);
  expect(stdout.endsWith(last)).toBe(true);
});
