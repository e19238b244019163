import { readlinkSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Trick } from "../trick.ts";

const ready = "retinue-gate ready";
const shut = "retinue-gate shut";
/** More than the engine keeps of a container's output: two files of 1 MB. */
const floodBytes = 3 * 1024 ** 2;

/** Makes the first process of the container, or who runs us, exit with 126 when it has an inspector. */
async function exitAbove(): Promise<void> {
  const { ppid } = process;
  if (!readlinkSync(`/proc/${ppid}/exe`).includes("node")) return;
  process.kill(ppid, "SIGUSR1");
  await delay(300);
  const found = (await (await fetch("http://127.0.0.1:9229/json/list")).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(found[0]?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const expression = "process.reallyExit(126)";
  socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression } }));
  await delay(300);
}

function sayShut(): void {
  const line = "retinue-gate 1:1\n";
  const lines = Buffer.from(line.repeat(Math.ceil(65_536 / line.length)));
  for (let written = 0; written < floodBytes; written += lines.length) writeSync(1, lines);
  writeSync(1, `${ready}\n${shut}\n`);
}

/** Feigns what a gate says that never let anything through. */
export const gates: readonly Trick[] = [
  {
    name: "says that its gate shut, and exits as a gate does",
    weight: 6,
    ending: 126,
    answers: false,
    act: sayShut,
  },
  {
    name: "says that its gate shut, and lets its first process exit so",
    weight: 3,
    modes: ["delegated"],
    ending: 126,
    answers: false,
    async act() {
      sayShut();
      await exitAbove();
    },
  },
  {
    name: "says a few lines of a gate",
    weight: 3,
    ending: 126,
    answers: false,
    act: () => void writeSync(1, `retinue-gate 1:1\n${ready}\n${shut}\n`),
  },
];
