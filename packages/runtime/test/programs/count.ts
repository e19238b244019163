// Adds one to a file so many times under the lock; with "stay" it remains inside the lock for ever.
import { readFileSync, writeFileSync } from "node:fs";
import { openWorkspaceLock } from "../../src/own/workspace-lock.ts";

const [lockPath, counter, times, stay] = process.argv.slice(2) as [string, string, string, string?];
const lock = openWorkspaceLock(lockPath);
for (let turn = 0; turn < Number(times); turn++) {
  await lock.run(() => writeFileSync(counter, String(Number(readFileSync(counter, "utf8")) + 1)));
}
if (stay !== undefined) {
  await lock.run(() => {
    process.send?.("inside");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
}
lock.close();
process.disconnect?.();
