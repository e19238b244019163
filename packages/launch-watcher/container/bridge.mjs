// Runs in a child's container: what is said to a port of its own loopback goes to the socket that the host has mounted,
// byte by byte. Then it runs the engine, and ends as it does.
//   node bridge.mjs SOCKET PORT PROGRAM [ARGUMENT...]
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { constants } from "node:os";

const [socket, port, program, ...args] = process.argv.slice(2);

// The engine is told of them as well, as a member of the same group: this waits for its end.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

const server = createServer({ allowHalfOpen: true }, (client) => {
  const host = connect({ path: socket, allowHalfOpen: true });
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
  const engine = spawn(program, args, { stdio: "inherit" });
  engine.on("error", (error) => {
    process.stderr.write(`bridge: ${error.message}\n`);
    process.exit(127);
  });
  engine.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
});
