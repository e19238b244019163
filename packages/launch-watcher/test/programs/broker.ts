// A model broker as a process, in the directory that is its last argument. With "armed" before it, it has loaded
// everything, and begins when something comes on its input.
import { once } from "node:events";
import { serveBroker } from "@retinue/model-broker/serve";

if (process.argv.at(-2) === "armed") {
  process.stdout.write("armed\n");
  await once(process.stdin, "data");
}
const { ended } = await serveBroker({ directory: process.argv.at(-1) ?? "", idleSeconds: 60 });
await ended;
