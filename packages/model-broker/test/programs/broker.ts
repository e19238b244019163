import { serveBroker } from "../../src/serve/index.ts";

// A broker in a process of its own, which a test can kill.
const [directory = ""] = process.argv.slice(2);
const { control, ended } = await serveBroker({ directory, idleSeconds: 120 });
console.log(control);
await ended;
