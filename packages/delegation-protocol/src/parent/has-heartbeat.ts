import { entryAt } from "@retinue/contained-fs";
import { join } from "node:path";
import { z } from "zod";
import { heartbeatMs, heartbeatName } from "../message/heartbeat.ts";
import { requireArguments } from "../require-arguments.ts";

const argumentsSchema = z.object({ directory: z.string() });

// One may come late on a busy host.
const mostMissed = 2;

/**
 * Whether a watcher has shown itself in the shared directory a moment ago. MassGen's shows nothing: no heartbeat
 * does not mean that nobody answers.
 *
 * @throws DelegationProtocolError INVALID_INPUT when `directory` is no text.
 */
export function hasHeartbeat(directory: string): boolean {
  requireArguments("hasHeartbeat", argumentsSchema, { directory });
  const shown = entryAt(join(directory, heartbeatName));
  return shown !== undefined && Date.now() - shown.modifiedMs < (mostMissed + 0.5) * heartbeatMs;
}
