import { readFileSync } from "node:fs";
import { serveBroker } from "@retinue/model-broker/serve";

// A broker in a process of its own, which a test can kill: asked over the network as well, where a file says how.
const [directory = "", file] = process.argv.slice(2);
const network = file === undefined ? undefined : JSON.parse(readFileSync(file, "utf8"));
const { control, ended } = await serveBroker({ directory, idleSeconds: 120, network });
console.log(control);
await ended;
