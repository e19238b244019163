import { z } from "zod";
import { budgetLimitsSchema } from "../configure/budget-limits.ts";
import { idSchema } from "../identify/id.ts";
import { modelSpendingSchema } from "./model-spending.ts";
import { policyReceiptSchema } from "./policy-receipt.ts";
import { roleFitSchema } from "./role-fit.ts";
import { runTraceSchema } from "../trace/trace-context.ts";

/** A process, so that another one with its number is never taken for it. Linux fields are null elsewhere. */
export const processIdentitySchema = z.object({
  pid: z.number().int().positive(),
  start_time: z.string().describe("Clock ticks since boot (/proc/PID/stat), or what ps prints elsewhere"),
  boot_id: z.string().nullable(),
  pid_namespace: z.string().nullable(),
});
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

export const runtimeModeSchema = z
  .enum(["isolated", "inherited", "delegated"])
  .describe(
    "isolated: a process of its own on the host, confined where subagent_sandbox says so; inherited: in the parent's boundary; delegated: by a host watcher",
  );
export type RuntimeMode = z.infer<typeof runtimeModeSchema>;

export const sandboxModeSchema = z
  .enum(["required", "auto", "off"])
  .describe(
    "required: a run that cannot be confined is refused; auto: it runs with a warning; off: not confined",
  );

export type SandboxMode = z.infer<typeof sandboxModeSchema>;

export const endingSchema = z
  .enum(["completed", "timeout", "cancelled", "budget", "error"])
  .describe(
    "How a run ended: it exited 0, its deadline came, it was cancelled on purpose, its budget was spent, or it failed",
  );
export type Ending = z.infer<typeof endingSchema>;

export const runEndSchema = z.object({
  ending: endingSchema,
  exit_code: z
    .number()
    .int()
    .nullable()
    .describe("As the shell counts: 128 + n for signal n; null when unknown"),
  ended_at: z.string().describe("ISO 8601"),
  reason: z.string().describe("Why it failed or was stopped").optional(),
});
export type RunEnd = z.infer<typeof runEndSchema>;

export const runSchema = z.looseObject({
  number: z.number().int().min(1).describe("1 is the spawn, each continuation adds one"),
  task: z.string().describe("The task of a spawn, the message of a continuation"),
  state: z.enum(["starting", "running", "ended"]),
  owner: z.string().describe("The server that writes this record, by the id of its lock"),
  accepted_at: z.string().describe("ISO 8601: when it was asked for; until started_at it waited").optional(),
  started_at: z.string().describe("ISO 8601"),
  timeout_seconds: z.number().positive(),
  deadline: z.string().describe("ISO 8601"),
  mode: runtimeModeSchema,
  requested_mode: runtimeModeSchema,
  engine: z.enum(["massgen", "retinue-child"]),
  command: z.array(z.string()).describe("What was started, without the prompt"),
  session_id: z.string().optional(),
  warning: z.string().optional(),
  subagent_type: z.string().describe("The profile that gave it its role").optional(),
  needs: roleFitSchema.optional(),
  system_prompt: z
    .string()
    .describe("What was put before the prompt; a continuation is told it again")
    .optional(),
  changes: z
    .object({
      path: z.string().describe("Absolute: the repository or directory that it was given to change"),
      directory: z.string().describe("In its log directory: what brings its changes back"),
      tree: z.string().describe("The name of its tree, in each agent's directory"),
    })
    .optional(),
  budget: budgetLimitsSchema.optional(),
  overspent: z.literal(true).describe("It was stopped since its budget was spent").optional(),
  models: modelSpendingSchema
    .describe(
      "What it has spent by the count of its broker, which writes it here before a call's answer ends",
    )
    .optional(),
  supervisor: processIdentitySchema.optional(),
  process: processIdentitySchema.describe("The engine's leader").optional(),
  containment: z.array(z.string()).describe("Means by which a stop finds the run's processes").optional(),
  policy: policyReceiptSchema
    .describe("What was in force for a confined run, and of a delegated one what its host says was")
    .optional(),
  trace: runTraceSchema.optional(),
  ended: runEndSchema.optional(),
  result: z.record(z.string(), z.unknown()).describe("What recovery made of the ending").optional(),
});
export type Run = z.infer<typeof runSchema>;

/** run.json: the truth about the runs of one subagent. One writer at a time, the owner. */
export const runRecordSchema = z.looseObject({
  version: z.literal(1),
  subagent_id: idSchema,
  parent_agent_id: z.string(),
  workspace: z.string().describe("Absolute path of the runtime workspace"),
  created_at: z.string().describe("ISO 8601"),
  key_variables: z
    .array(z.string())
    .describe("Environment variables that reach its runs for their team's backends, by name")
    .optional(),
  runs: z.array(runSchema).min(1).describe("In order; the last is the current one"),
});
export type RunRecord = z.infer<typeof runRecordSchema>;

/** What a supervisor writes when its run has ended. */
export const supervisorRecordSchema = z.object({
  version: z.literal(1),
  exit_code: z.number().int(),
  stopped: z
    .enum(["", "timeout", "cancelled"])
    .describe("Why the run was stopped; empty when it ended by itself"),
  ended_at: z.number().int().describe("Unix time in seconds"),
  left_behind: z
    .array(z.number().int().positive())
    .describe("Numbers of processes that even SIGKILL did not end, or that may not be signalled")
    .optional(),
});
export type SupervisorRecord = z.infer<typeof supervisorRecordSchema>;
