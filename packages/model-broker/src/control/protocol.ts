import { z } from "zod";
import { openRunSchema } from "../configure/open-run.ts";
import { tallySchema } from "../ledger/tally.ts";

/** What the owners of runs ask a broker for, a line of JSON a connection; only the broker's user can reach it. */
export const commandSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("open"), open: openRunSchema }),
  z.strictObject({ do: z.literal("spending"), run: z.string() }),
  z.strictObject({ do: z.literal("close"), run: z.string() }),
  z.strictObject({ do: z.literal("forget"), run: z.string(), parent: z.string().optional() }),
  z.strictObject({ do: z.literal("forget_parent"), parent: z.string() }),
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

export const replySchema = z.union([
  z.strictObject({ ok: z.unknown() }),
  z.strictObject({ code: z.string(), message: z.string(), remedy: z.string() }),
]);
export const mostControlBytes = 4 * 1024 * 1024;
