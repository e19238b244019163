// Becomes an owner, says its id, and stays until it is killed.
import { registerOwner } from "../../src/own/owner.ts";

const owner = registerOwner(process.argv[2] as string);
process.send?.(owner.id);
setInterval(() => {}, 1_000);
