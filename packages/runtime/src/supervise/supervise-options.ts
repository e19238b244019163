import { environmentNames } from "@retinue/engine-contract";
import { parseOrThrow } from "@retinue/errors";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { RuntimeError } from "../contract/runtime-error.ts";

/** Means of finding a run's processes; the cgroup is the only one that nothing unprivileged escapes. */
export const meansSchema = z.enum(["cgroup", "session", "parents", "marker"]);
export type Means = z.infer<typeof meansSchema>;

/** The POSIX shell of every system that has one. */
export const standardShell = "/bin/sh";

const argument = z.string().refine((value) => !value.includes("\0"), "must not hold NUL");
const absolute = argument.refine(isAbsolute, "must be an absolute path");
const seconds = z.number().nonnegative();
// A shell drops every other name from the environment of what it starts.
const variable = z
  .string()
  .regex(/^(?!sv_)[A-Za-z_][A-Za-z0-9_]*$/, "must be letters, digits and _, and must not start with sv_");

/** What a supervised run is started with. */
export const superviseOptionsSchema = z.strictObject({
  directory: absolute.describe("The run's own directory for logs and records; created when missing"),
  command: z
    .array(argument)
    .refine(([program]) => program !== undefined && /^[^-]/.test(program), "must begin with a program")
    .describe("The engine and its arguments, passed on as they are"),
  cwd: absolute.describe("Where the engine runs"),
  environment: z
    .record(variable, argument)
    .describe("All of the engine's environment; PWD, OLDPWD, SHLVL and _ are left out"),
  timeoutSeconds: z.number().positive().describe("Until the run is stopped; whole seconds, rounded up"),
  marker: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,199}$/)
    .describe(`Value of ${environmentNames.runMarker}, unlike any other run's`),
  stopGrace: z
    .strictObject({ interruptSeconds: seconds, terminateSeconds: seconds })
    .default({ interruptSeconds: 10, terminateSeconds: 5 })
    .describe("Seconds after SIGINT and after SIGTERM; rounded up"),
  means: z
    .array(meansSchema)
    .default([...meansSchema.options])
    .describe("Means that may be used"),
  sandboxed: z
    .boolean()
    .default(false)
    .describe("The command makes a sandbox, and the engine is the first program in there"),
  supervisorScript: absolute
    .optional()
    .describe("Path of supervise.sh, its siblings beside it; for programs bundled away from this package"),
  shell: absolute.default(standardShell).describe("The POSIX shell that runs it"),
});
type Input = z.input<typeof superviseOptionsSchema>;
export type SuperviseOptions = Omit<Input, "command" | "environment" | "means"> & {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly means?: readonly Means[];
};
export type CheckedSuperviseOptions = z.output<typeof superviseOptionsSchema>;

/** @throws RuntimeError INVALID_CONFIGURATION naming the option and the rule. */
export function checkSuperviseOptions(options: unknown): CheckedSuperviseOptions {
  return parseOrThrow(superviseOptionsSchema, options, (problems, cause) => {
    const message = `The run cannot be supervised: ${problems.join("; ")}`;
    const remedy = "Correct the named options; nothing was started.";
    return new RuntimeError("INVALID_CONFIGURATION", message, { remedy, cause });
  });
}
