// Holds the lock of the spool in its first argument until it is killed.
import { holdLock } from "../../src/spool/hold-lock.ts";

await holdLock(process.argv[2] ?? "");
process.stdout.write("held\n");
setInterval(() => {}, 1000);
