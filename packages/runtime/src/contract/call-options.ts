import {
  idSchema,
  maxTraceStateCharacters,
  parseTraceparent,
  runtimeMessageSchema,
} from "@retinue/engine-contract";
import { z } from "zod";

// What a manager is called with, for callers whom no compiler checks.

const signal = z.instanceof(AbortSignal).optional();

const traceSchema = z
  .object({
    traceparent: z
      .string()
      .refine((text) => parseTraceparent(text) !== undefined, "must be a traceparent of W3C Trace Context"),
    tracestate: z.string().max(maxTraceStateCharacters).optional(),
  })
  .optional();

/** Variables by name. */
export const environmentSchema = z.looseObject({});

export const continueOptionsSchema = z.looseObject({
  timeoutSeconds: z.number().optional(),
  trace: traceSchema,
  signal,
});

export const cancelOptionsSchema = z.looseObject({
  wrapUp: z.boolean().optional(),
  graceSeconds: z.number().positive().max(3600).optional(),
});

export const waitOptionsSchema = z.looseObject({ signal });

export const sendOptionsSchema = z.looseObject({
  from: runtimeMessageSchema.shape.source,
  agents: z.array(z.string().max(200)).min(1).max(100).optional(),
  waitSeconds: z.number().min(0).max(3600).optional(),
});

export const applyOptionsSchema = z.looseObject({
  threeWay: z.boolean().optional(),
  commit: z.boolean().optional(),
});

export const acknowledgedSchema = z.array(
  z.looseObject({ subagentId: idSchema, run: z.number().int().min(1) }),
);

/** A function, of whatever kind: how it is called, the types say. */
export const functionSchema: z.ZodCustom = z.custom(
  (value) => typeof value === "function",
  "must be a function",
);

export const spawnOptionsSchema = z.looseObject({
  refine: z.boolean().optional(),
  blocking: z.boolean().optional(),
  onReserved: functionSchema.optional(),
  trace: traceSchema,
  signal,
});
