// The one way out of a sandbox: CONNECT and plain HTTP to the hosts that are listed, over a Unix socket. A host of
// this machine's loopback has a socket of its own, which leads to its port and to nothing else.
//
//   node proxy.mjs DIRECTORY PARENT ALLOWED
//
// Ends with the process PARENT, and takes its directory with it.
import { lookup } from "node:dns";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";

const [directory, parent, text] = process.argv.slice(2);
const allowed = new Set(text.split(" ").filter(Boolean));
const isLoopback = (host) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

/** What a name resolves to; never an address of the link, where clouds keep their metadata. */
function resolved(host, options, answer) {
  lookup(host, { ...options, all: true }, (error, found = []) => {
    const addresses = found.filter(({ address }) => !/^(169\.254\.|fe80:|fd00:ec2:)/i.test(address));
    if (error === null && addresses.length === 0)
      error = new Error(`${host} resolves to no address that counts`);
    if (error !== null) answer(error);
    else if (options.all) answer(null, addresses);
    else answer(null, addresses[0].address, addresses[0].family);
  });
}

/** Joins two connections: the end of one is the end of the other. */
function joined(one, other) {
  one.pipe(other);
  other.pipe(one);
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ]) {
    socket.on("error", () => peer.destroy());
    socket.on("close", () => peer.destroy());
  }
}

const proxy = http.createServer((request, response) => {
  const refuse = (code, why) => response.writeHead(code, { connection: "close" }).end(`retinue: ${why}\n`);
  if (!URL.canParse(request.url) || !request.url.startsWith("http://"))
    return refuse(403, "no host is named");
  const { hostname, port, pathname, search } = new URL(request.url);
  if (!allowed.has(`${hostname}:${port || 80}`)) return refuse(403, `${hostname} is not among its hosts`);
  const { "proxy-connection": _, "proxy-authorization": __, ...headers } = request.headers;
  const onward = http.request(
    {
      host: hostname,
      port: port || 80,
      path: pathname + search,
      method: request.method,
      headers: { ...headers, host: new URL(request.url).host },
      lookup: resolved,
    },
    (answer) => {
      response.writeHead(answer.statusCode, answer.rawHeaders);
      answer.pipe(response);
    },
  );
  onward.on("error", ({ message }) => (response.headersSent ? response.destroy() : refuse(502, message)));
  response.on("close", () => onward.destroy());
  request.pipe(onward);
});
proxy.on("connect", (request, client, head) => {
  client.on("error", () => client.destroy());
  if (!allowed.has(request.url.toLowerCase())) {
    client.end(`HTTP/1.1 403 Forbidden\r\n\r\nretinue: ${request.url} is not among its hosts\n`);
    return;
  }
  const at = request.url.lastIndexOf(":");
  const upstream = net.connect({
    host: request.url.slice(0, at),
    port: Number(request.url.slice(at + 1)),
    lookup: resolved,
  });
  upstream.once("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
  upstream.once("connect", () => {
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.write(head);
    joined(client, upstream);
  });
});

const listening = [[proxy, "proxy.sock"]];
for (const endpoint of allowed) {
  const at = endpoint.lastIndexOf(":");
  const host = endpoint.slice(0, at).replace(/^\[|\]$/g, "");
  const port = endpoint.slice(at + 1);
  if (!isLoopback(endpoint.slice(0, at))) continue;
  const forward = net.createServer({ allowHalfOpen: true }, (client) =>
    joined(client, net.connect({ host, port: Number(port), allowHalfOpen: true })),
  );
  listening.push([forward, `port-${port}.sock`]);
}
const end = () => {
  rmSync(directory, { recursive: true, force: true });
  process.exit();
};
process.on("SIGTERM", end);
setInterval(() => process.ppid === Number(parent) || end(), 500);
await Promise.all(
  listening.map(
    ([server, name]) =>
      new Promise((resolve) =>
        server.listen(join(directory, name), () => {
          chmodSync(join(directory, name), 0o600);
          resolve();
        }),
      ),
  ),
);
writeFileSync(join(directory, "ready"), "");
