// Clears away what killed trials left, again and again: the engine's socket and the spool are its arguments.
import Docker from "dockerode";
import { removeLeftTrials } from "../../src/diagnose/trial-place.ts";

const [socketPath = "", spool = ""] = process.argv.slice(2);
console.log("begins");
for (;;) await removeLeftTrials(new Docker({ socketPath }), spool);
