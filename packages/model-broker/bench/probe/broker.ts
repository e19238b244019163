/** A broker in a process of its own. Prints its control socket; ends with its input. */
import { serveBroker } from "@retinue/model-broker/serve";

const [directory = ""] = process.argv.slice(2);
const { control, stop } = await serveBroker({ directory, idleSeconds: 600 });
console.log(control);
process.stdin.on("end", () => void stop().then(() => process.exit(0))).resume();
