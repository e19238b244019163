// A port that speaks TLS, and leads to a socket: what a cluster's pods take for a vendor's server.
//   node tls-port.mjs ADDRESS PORT SOCKET CERTIFICATE KEY
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { createServer } from "node:tls";

const [host, port, path, certificate, key] = process.argv.slice(2);
const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (client) => {
  const upstream = connect(path);
  client.pipe(upstream).pipe(client);
  client.on("error", () => upstream.destroy());
  upstream.on("error", () => client.destroy());
});
server.listen(Number(port), host, () => console.log("listening"));
