import { z } from "zod";
import { openRunSchema } from "../configure/open-run.ts";
import { loggedCallSchema } from "@retinue/engine-contract";
import { tallySchema } from "../ledger/tally.ts";

/**
 * What the owners of runs ask a broker for: a line of JSON a connection at its socket, which only the broker's user can
 * reach; over the network a POST that shows the broker's secret.
 */
export const commandSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("open"), open: openRunSchema }),
  z.strictObject({ do: z.literal("spending"), run: z.string() }),
  z.strictObject({ do: z.literal("close"), run: z.string() }),
  z.strictObject({ do: z.literal("forget"), run: z.string(), parent: z.string().optional() }),
  z.strictObject({ do: z.literal("calls"), run: z.string() }),
  z.strictObject({ do: z.literal("access"), run: z.string() }),
  z.strictObject({ do: z.literal("status") }),
]);
export type Command = z.input<typeof commandSchema>;

export const spendingSchema = z.strictObject({ run: tallySchema, parent: tallySchema });
export const statusSchema = z.strictObject({
  pid: z.number().int(),
  /** Of this broker alone. One in a container has the pid of the one before. */
  instance: z.string(),
  runs: z.array(z.string()),
});

export const callsSchema = z.array(loggedCallSchema);

export const replySchema = z.union([
  z.strictObject({ ok: z.unknown() }),
  z.strictObject({ code: z.string(), message: z.string(), remedy: z.string() }),
]);
export const mostControlBytes = 4 * 1024 * 1024;
export type Reply = z.output<typeof replySchema>;

/** Of a broker that is asked over the network. */
export const commandPath = "/command";
export const attendPath = "/attend";
