import { collectChanges } from "@retinue/changes";

const [directory = "", path] = process.argv.slice(2);
await collectChanges({ directory, subagentId: "scout", environment: { PATH: path, HOME: "/nonexistent" } });
