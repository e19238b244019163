// Lets a socket, which every network namespace sees, lead to a port of this one.   forward.mjs SOCKET PORT
import { createConnection, createServer } from "node:net";

const [socket, port] = process.argv.slice(2);
createServer({ allowHalfOpen: true }, (client) => {
  const server = createConnection({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  for (const [one, other] of [
    [client, server],
    [server, client],
  ]) {
    one.pipe(other);
    one.on("error", () => other.destroy()).on("close", () => other.destroy());
  }
}).listen(socket);
