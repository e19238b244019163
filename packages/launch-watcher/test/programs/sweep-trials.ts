// Clears away what killed trials left, again and again: the engine's socket and the spool are its arguments.
import { removeLeftTrials } from "../../src/diagnose/trial-place.ts";
import { dockerEngine } from "../../src/docker/docker-engine.ts";

const [docker_socket = "", spool = ""] = process.argv.slice(2);
console.log("begins");
// Node 22 runs this as it stands, and knows no `using`.
const engine = dockerEngine({ docker_socket, engine_timeout_seconds: 120 });
for (;;) await removeLeftTrials(engine, spool);
