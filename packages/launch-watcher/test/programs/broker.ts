// A model broker as a process, in the directory that is its last argument.
import { serveBroker } from "@retinue/model-broker/serve";

const { ended } = await serveBroker({ directory: process.argv.at(-1) ?? "", idleSeconds: 60 });
await ended;
