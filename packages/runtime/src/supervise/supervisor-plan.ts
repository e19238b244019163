import { writeFileAtomic } from "@retinue/contained-fs";
import { join } from "node:path";
import { z } from "zod";
import { meansSchema } from "./supervise-options.ts";
import { readRunFile, runFiles } from "./run-files.ts";
import { isRunCgroup } from "./run-cgroup.ts";

/** plan.json: what a supervisor was started with, for a server that takes the run up later. */
export const supervisorPlanSchema = z.object({
  version: z.literal(1),
  deadline: z.number().describe("Unix time in milliseconds"),
  timeout_seconds: z.number().int().positive(),
  interrupt_seconds: z.number().int().nonnegative(),
  terminate_seconds: z.number().int().nonnegative(),
  marker: z
    .string()
    .regex(/^[A-Za-z0-9_.-]+$/)
    .max(200),
  cgroup: z.string().describe("Directory of the run's cgroup, or empty"),
  means: z.array(meansSchema),
  table: z.enum(["proc", "ps"]),
  setsid: z.string().describe("Path of the setsid program, or empty"),
  sandboxed: z.boolean().default(false),
  shell: z.string(),
  script: z.string(),
  boot_id: z.string().nullable(),
  pid_namespace: z.string().nullable(),
});
export type SupervisorPlan = z.infer<typeof supervisorPlanSchema>;

/** Written before anything is started. A power cut may lose it; then the run is lost with its processes. */
export function writePlan(directory: string, plan: SupervisorPlan): void {
  writeFileAtomic(join(directory, runFiles.plan), JSON.stringify(plan), { durable: false });
}

/**
 * Undefined when there is none, or none that can be read or believed. The engine may have written it: what
 * would be executed is not taken from it, and a cgroup only when it bears the run's name.
 */
export function readPlan(directory: string): SupervisorPlan | undefined {
  const text = readRunFile(directory, runFiles.plan);
  if (text === undefined) return undefined;
  try {
    const plan = supervisorPlanSchema.parse(JSON.parse(text));
    return plan.cgroup === "" || isRunCgroup(plan.cgroup, plan.marker) ? plan : undefined;
  } catch {
    return undefined;
  }
}
