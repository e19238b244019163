/** Moves the time of day by the milliseconds that stand in a file. Timers keep to their own clock, as they do. */
import { readFileSync } from "node:fs";

const { file } = JSON.parse(process.env["FAULTS_CLOCK"] ?? "{}") as { file: string };
/** Not for every date that is asked for. */
const lookEveryMs = 10;
const realNow = Date.now.bind(Date);
let offset = 0;
let looked = -Infinity;

function now(): number {
  const at = performance.now();
  if (at - looked > lookEveryMs) {
    looked = at;
    try {
      offset = Number(readFileSync(file, "utf8"));
    } catch {
      // Being written, or gone with its world.
    }
  }
  return realNow() + offset;
}

globalThis.Date = new Proxy(Date, {
  construct: (real, given, target) =>
    Reflect.construct(real, given.length === 0 ? [now()] : given, target) as object,
  get: (real, name, receiver) => (name === "now" ? now : (Reflect.get(real, name, receiver) as unknown)),
});
