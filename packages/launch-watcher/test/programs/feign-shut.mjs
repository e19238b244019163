// Run by an agent in its container: makes the engine and the container's first process say and do what a gate
// does that shuts, after the engine's log has dropped what the real one said.
import { readdirSync, readFileSync, writeSync, openSync, appendFileSync } from "node:fs";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

appendFileSync("/workspace/ran", "x\n");
const engine = readdirSync("/proc")
  .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  .find((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith("node\0/opt/retinue/main.js"));
process.kill(Number(engine), "SIGUSR1");
const inspector = await eventually(
  async () => (await (await fetch("http://127.0.0.1:9229/json/list")).json())[0],
);
const socket = new WebSocket(inspector.webSocketDebuggerUrl);
await once(socket, "open");
// Its container ends with what it ends with.
const expression =
  "process.on('exit', () => process.reallyExit(126)); setTimeout(() => process.reallyExit(126), 4000)";
socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression } }));
await once(socket, "message");
// It would wait for that before it exits.
socket.close();
const stdout = openSync("/proc/1/fd/1", "w");
const say = (text) => {
  for (let at = 0; at < text.length;) at += writeSync(stdout, text.slice(at, at + 4096));
};
for (let n = 0; n < 60; n += 1) say("retinue-gate 1:1\n".repeat(1000));
say("retinue-gate 1:1\nretinue-gate ready\nretinue-gate shut\n");
await delay(60_000);

async function eventually(look) {
  for (;;) {
    try {
      return await look();
    } catch {
      await delay(50);
    }
  }
}
