import { idSchema } from "@retinue/engine-contract";
import { z } from "zod";

// What a manager is called with, for callers whom no compiler checks.

const signal = z.instanceof(AbortSignal).optional();

export const spawnOptionsSchema = z.looseObject({ refine: z.boolean().optional(), signal });

/** Variables by name. */
export const environmentSchema = z.looseObject({});

export const continueOptionsSchema = z.looseObject({ timeoutSeconds: z.number().optional(), signal });

export const acknowledgedSchema = z.array(
  z.looseObject({ subagentId: idSchema, run: z.number().int().min(1) }),
);

/** A function, of whatever kind: how it is called, the types say. */
export const functionSchema: z.ZodCustom = z.custom(
  (value) => typeof value === "function",
  "must be a function",
);
