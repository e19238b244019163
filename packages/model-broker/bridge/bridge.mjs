// Runs in a child's container: what is said to a port of its own loopback goes to the socket that the host has mounted,
// or by TLS to the broker that a file names (`NetworkModels`), byte by byte. Then it runs the engine, and ends as it does.
//   node bridge.mjs SOCKET|FILE.json PORT PROGRAM [ARGUMENT...]
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { constants } from "node:os";
import { connect as connectSecurely } from "node:tls";

const [where, port, program, ...args] = process.argv.slice(2);
const remote = where.endsWith(".json") ? JSON.parse(readFileSync(where, "utf8")) : undefined;

function reach() {
  if (remote === undefined) return connect({ path: where, allowHalfOpen: true });
  const { host, port: at, name, authority } = remote;
  return connectSecurely({
    host,
    port: at,
    servername: name,
    ca: authority,
    minVersion: "TLSv1.3",
    allowHalfOpen: true,
  });
}

/** The vendors' clients show a key: here it is the token of the run. */
function environment() {
  if (remote === undefined) return process.env;
  const shown = (value) => (value === remote.stands_for ? remote.token : value);
  return Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, shown(value)]));
}

// The engine is told of them as well, as a member of the same group: this waits for its end.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

const server = createServer({ allowHalfOpen: true }, (client) => {
  const host = reach();
  for (const [from, to] of [
    [client, host],
    [host, client],
  ]) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroySoon());
    from.pipe(to);
  }
});
server.on("error", (error) => {
  process.stderr.write(`bridge: ${error.message}\n`);
  process.exit(1);
});
server.listen(Number(port), "127.0.0.1", () => {
  const engine = spawn(program, args, { stdio: "inherit", env: environment() });
  engine.on("error", (error) => {
    process.stderr.write(`bridge: ${error.message}\n`);
    process.exit(127);
  });
  engine.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
});
