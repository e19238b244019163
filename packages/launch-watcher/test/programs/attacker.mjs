// A child that tries its container: what the orders in its workspace name, in turn. What came of each is its answer.
import * as fs from "node:fs";
import { lookup } from "node:dns/promises";
import { connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

const {
  awaits,
  reach = {},
  names = [],
  files = {},
  said = {},
  ways = {},
  crowd,
} = JSON.parse(fs.readFileSync("/workspace/orders.json", "utf8"));

/** "connected", or the code of the failure. */
function reached(to) {
  return new Promise((resolve) => {
    // Null bytes begin the name of an abstract socket.
    const socket = connect({ ...to, timeout: 5000 });
    const end = (word) => {
      socket.destroy();
      resolve(word);
    };
    socket.on("connect", () => end("connected"));
    socket.on("timeout", () => end("silent"));
    socket.on("error", ({ code, message }) => end(code ?? message));
  });
}

/** What comes back for bytes until the connection ends. */
function answered(to, bytes) {
  return new Promise((resolve) => {
    const socket = connect(to);
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => resolve(text.slice(0, 2000)));
    socket.write(Buffer.from(bytes, "latin1"));
  });
}

const changes = {
  write: (path) => fs.writeFileSync(path, "x"),
  unlink: (path) => fs.unlinkSync(path),
  link: (path) => fs.linkSync(path, "/workspace/linked"),
  rename: (path) => fs.renameSync(path, "/workspace/renamed"),
  symlink: (path) => fs.symlinkSync("/workspace", path),
  chmod: (path) => fs.chmodSync(path, 0o777),
  read: (path) => fs.readFileSync(path),
};

/** "done", or the code of the failure. */
async function changed([how, path]) {
  if (how === "listen")
    return new Promise((resolve) => {
      const server = createServer();
      server.on("error", ({ code }) => resolve(code));
      server.listen(path, () => server.close(() => resolve("done")));
    });
  try {
    changes[how](path);
    return "done";
  } catch ({ code }) {
    return code;
  }
}

/** So many connections at once: how many stay open, and what is said to the others. */
async function crowded({ to, count }) {
  const sockets = Array.from({ length: count }, () => connect(to));
  const words = new Set();
  for (const socket of sockets)
    socket.on("error", () => {}).on("data", (chunk) => words.add(chunk.toString("latin1")));
  const open = () => sockets.filter(({ closed }) => !closed).length;
  for (let before = count; ; before = open()) {
    await delay(500);
    if (open() === before && before < count) break;
  }
  const left = open();
  for (const socket of sockets) socket.destroy();
  return { left, words: [...words] };
}

async function each(table, what) {
  const found = {};
  for (const [name, given] of Object.entries(table)) found[name] = await what(given);
  return found;
}

if (awaits !== undefined) while (!fs.existsSync(awaits)) await delay(50);
const answer = {
  interfaces: Object.keys(networkInterfaces()),
  reach: await each(reach, reached),
  names: await each(Object.fromEntries(names.map((name) => [name, name])), (name) =>
    lookup(name).then(
      ({ address }) => address,
      ({ code }) => code,
    ),
  ),
  files: await each(files, changed),
  said: await each(ways, (to) => each(said, (bytes) => answered(to, bytes))),
  // At the end: for a moment there is no place for anything else of its run.
  crowd: crowd && (await crowded(crowd)),
};
fs.writeFileSync("/workspace/answer.txt", JSON.stringify(answer));
