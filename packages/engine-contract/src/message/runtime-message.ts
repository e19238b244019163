import { z } from "zod";

/** Of a message's file, all of it: a larger one is not read. */
export const maxRuntimeMessageBytes = 256 * 1024;

/**
 * A message to a running team: a file `msg_<unix seconds>_<sequence>.json` in the workspace's
 * `.massgen/runtime_inbox`, written aside and renamed. As in MassGen, which takes no notice of `kind`; an engine
 * removes what it has taken.
 */
export const runtimeMessageSchema = z.looseObject({
  content: z.string().max(64_000).describe("What the agents are told"),
  source: z.string().max(200).describe("Who says it; parent when it is left out").optional(),
  timestamp: z.string().max(100).describe("ISO 8601").optional(),
  target_agents: z
    .array(z.string().max(200))
    .max(100)
    .nullable()
    .describe("Ids of the agents that are meant; null or left out: all of them")
    .optional(),
  kind: z
    .enum(["message", "wrap_up"])
    .describe("wrap_up: the team is to finish with what it has; message when it is left out")
    .optional(),
  finish_within_seconds: z
    .number()
    .positive()
    .max(3600)
    .describe("Of a wrap_up: how long its sender waits before it stops the run; else up to the deadline")
    .optional(),
});
export type RuntimeMessage = z.infer<typeof runtimeMessageSchema>;

/** A message's id is the name of its file without the ending; undefined for a file that holds no message. */
export function messageIdOf(fileName: string): string | undefined {
  return /^(msg_[A-Za-z0-9_-]{1,120})\.json$/.exec(fileName)?.[1];
}
