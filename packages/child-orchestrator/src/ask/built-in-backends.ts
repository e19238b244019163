import type { BackendRegistry } from "./agent-backend.ts";

/** The backends that come with this package. */
export const builtInBackends: BackendRegistry = {
  command: async () => (await import("./command/command-backend.ts")).commandBackend,
};
