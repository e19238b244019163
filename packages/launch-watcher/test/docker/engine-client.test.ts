import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { engineClient } from "../../src/docker/engine-client.ts";

/** A client of something that listens where an engine does. */
async function clientOf(answer: RequestListener) {
  const docker_socket = join(temporaryDirectory(), "docker.sock");
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(docker_socket, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const engine = engineClient({ docker_socket, engine_timeout_seconds: 3600 });
  onTestFinished(() => engine[Symbol.dispose]());
  return engine;
}

it("ends the calls that wait when it is disposed of, and makes no more", async () => {
  const asked = Promise.withResolvers<void>();
  const engine = await clientOf(() => asked.resolve());
  const refused = engine.docker.version().catch((error: Error) => error.message);
  await asked.promise;
  engine[Symbol.dispose]();
  expect(await refused).toContain("has ended");
  await expect(engine.docker.version()).rejects.toThrow("has ended");
});

it("takes no answer that has no end", async () => {
  const piece = Buffer.alloc(1 << 20, "x");
  const { docker } = await clientOf((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  await expect(docker.version()).rejects.toThrow("more than 67108864 bytes");
});

it("says what the engine says when it refuses", async () => {
  const { docker } = await clientOf((_request, response) => {
    response.statusCode = 500;
    response.end(JSON.stringify({ message: "out of order" }));
  });
  await expect(docker.version()).rejects.toMatchObject({
    statusCode: 500,
    message: expect.stringContaining("out of order"),
  });
});
