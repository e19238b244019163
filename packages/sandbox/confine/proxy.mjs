// The one way out of a sandbox: CONNECT and plain HTTP to the hosts that are listed, over a Unix socket. A host of
// this machine's loopback has a socket of its own, which leads to its port and to nothing else.
//
//   node proxy.mjs DIRECTORY PARENT ALLOWED
//
// Ends with the process PARENT, and takes its directory with it. A run waits for it: node:http alone would make its start
// twice as long.
import { lookup } from "node:dns";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";

const [directory, parent, text] = process.argv.slice(2);
const allowed = new Set(text.split(" ").filter(Boolean));
const isLoopback = (host) => host === "localhost" || host === "[::1]" || host.startsWith("127.");
/** Bytes of a request before its body. */
const mostHead = 64 * 1024;

/** What a name resolves to; never an address of the link, where clouds keep their metadata. */
function resolved(host, options, answer) {
  lookup(host, { ...options, all: true }, (error, found = []) => {
    const addresses = found.filter(
      ({ address }) => !/^(169\.254\.|fe80:|fd00:ec2:|::ffff:169\.254\.)/i.test(address),
    );
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

/** Where a request's first line leads, HOST:PORT, and what is sent on of it; undefined: it names no host. */
function wayOf(head) {
  const [line, ...headers] = head.split("\r\n");
  const [method, target, version] = line.split(" ");
  if (target === undefined) return undefined;
  if (method === "CONNECT") return { endpoint: target.toLowerCase(), first: "" };
  if (!target.startsWith("http://") || !URL.canParse(target)) return undefined;
  const { host, hostname, port, pathname, search } = new URL(target);
  const kept = headers.filter((header) => !/^(host|connection|proxy-[a-z]+):/i.test(header));
  const lines = [`${method} ${pathname}${search} ${version}`, `Host: ${host}`, ...kept, "Connection: close"];
  return { endpoint: `${hostname}:${port || 80}`, first: lines.join("\r\n") + "\r\n\r\n" };
}

const proxy = net.createServer((client) => {
  let received = Buffer.alloc(0);
  client.on("error", () => client.destroy());
  const read = (piece) => {
    received = Buffer.concat([received, piece]);
    const end = received.indexOf("\r\n\r\n");
    if (end === -1 && received.length <= mostHead) return;
    client.removeListener("data", read);
    client.pause();
    const head = end === -1 ? "" : received.subarray(0, end).toString("latin1");
    leadOn(client, head, received.subarray(end + 4));
  };
  client.on("data", read);
});

function leadOn(client, head, rest) {
  const refuse = (status, why) => {
    client.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\nretinue: ${why}\n`);
    // Unread, its end would not be seen.
    client.resume();
  };
  const way = wayOf(head);
  if (way === undefined) return refuse("403 Forbidden", "no host is named");
  const { endpoint, first } = way;
  if (!allowed.has(endpoint)) return refuse("403 Forbidden", `${endpoint} is not among its hosts`);
  const at = endpoint.lastIndexOf(":");
  const upstream = net.connect({
    host: endpoint.slice(0, at).replace(/^\[|\]$/g, ""),
    port: Number(endpoint.slice(at + 1)),
    lookup: resolved,
  });
  const failed = ({ message }) => refuse("502 Bad Gateway", message);
  upstream.once("error", failed);
  upstream.once("connect", () => {
    upstream.removeListener("error", failed);
    if (first === "") client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    else upstream.write(first, "latin1");
    upstream.write(rest);
    joined(client, upstream);
  });
  client.once("close", () => upstream.destroy());
}

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
let left = listening.length;
for (const [server, name] of listening) {
  const path = join(directory, name);
  server.listen(path, () => {
    chmodSync(path, 0o600);
    if (--left === 0) writeFileSync(join(directory, "ready"), "");
  });
}
