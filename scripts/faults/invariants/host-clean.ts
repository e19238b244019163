import type { Invariant } from "../world/evidence.ts";

/** On a host no container and volume is left, no request, and no container was started twice. */
export const hostClean: Invariant = async ({ fault }) => (await fault.problems?.()) ?? [];
