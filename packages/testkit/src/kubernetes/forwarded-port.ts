import { createConnection, createServer, type AddressInfo } from "node:net";

/** A port of this machine's loopback that leads to the API server behind a cluster's socket, until it is closed. */
export async function forwardedPort(
  socket: string,
): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((client) => {
    const upstream = createConnection(socket);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.pipe(other);
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
