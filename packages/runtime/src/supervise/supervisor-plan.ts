import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { meansSchema } from "./supervise-options.ts";
import { runFiles } from "./run-files.ts";

/** plan.json: what a supervisor was started with, for a server that takes the run up later. */
export const supervisorPlanSchema = z.object({
  version: z.literal(1),
  deadline: z.number().describe("Unix time in milliseconds"),
  timeout_seconds: z.number().int().positive(),
  interrupt_seconds: z.number().int().nonnegative(),
  terminate_seconds: z.number().int().nonnegative(),
  marker: z.string().regex(/^[A-Za-z0-9_.-]+$/),
  cgroup: z.string().describe("Directory of the run's cgroup, or empty"),
  means: z.array(meansSchema),
  table: z.enum(["proc", "ps"]),
  setsid: z.string().describe("Path of the setsid program, or empty"),
  shell: z.string(),
  script: z.string(),
  boot_id: z.string().nullable(),
  pid_namespace: z.string().nullable(),
});
export type SupervisorPlan = z.infer<typeof supervisorPlanSchema>;

/** Written before anything is started. A power cut may lose it; then the run is lost with its processes. */
export function writePlan(directory: string, plan: SupervisorPlan): void {
  writeFileSync(join(directory, runFiles.plan), JSON.stringify(plan), { flag: "wx" });
}

/** Undefined when there is none, or none that can be read. */
export function readPlan(directory: string): SupervisorPlan | undefined {
  try {
    const parsed = supervisorPlanSchema.safeParse(
      JSON.parse(readFileSync(join(directory, runFiles.plan), "utf8")),
    );
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
