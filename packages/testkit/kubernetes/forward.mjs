// Lets a socket, which every network namespace sees, lead to a port of this one, or the other way round.
//   forward.mjs FROM TO    each a socket's path, or a port of the loopback
import { createConnection, createServer } from "node:net";

const place = (text) => (/^\d+$/.test(text) ? { port: Number(text), host: "127.0.0.1" } : { path: text });
const [from, to] = process.argv.slice(2).map(place);
createServer({ allowHalfOpen: true }, (client) => {
  const server = createConnection({ ...to, allowHalfOpen: true });
  for (const [one, other] of [
    [client, server],
    [server, client],
  ]) {
    one.pipe(other);
    one.on("error", () => other.destroy()).on("close", () => other.destroy());
  }
}).listen(from, () => console.log("listening"));
