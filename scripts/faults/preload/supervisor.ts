/** Runs one of the supervisors that a server starts under strace. */
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const { which, tracer } = JSON.parse(process.env["FAULTS_SUPERVISOR"] ?? "{}") as {
  which: number;
  tracer: [string, ...string[]];
};
const { spawn } = childProcess;
let supervisors = 0;

/** A shell in a session of its own is one; nothing else of a server outlives it. */
function traced(file: string, args: readonly string[], options: childProcess.SpawnOptions) {
  if (options?.detached !== true || ++supervisors !== which) return spawn(file, args, options);
  const [command, ...given] = tracer;
  return spawn(command, [...given, file, ...args], options);
}

childProcess.spawn = traced as typeof spawn;
syncBuiltinESMExports();
