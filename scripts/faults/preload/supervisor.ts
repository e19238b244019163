/** Runs one of the supervisors that a server starts by another program; where asked, the server dies after it. */
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const { which, tracer, dieMs } = JSON.parse(process.env["FAULTS_SUPERVISOR"] ?? "{}") as {
  which: number;
  tracer: [string, ...string[]];
  dieMs?: number;
};
const { spawn } = childProcess;
let supervisors = 0;

/** A shell in a session of its own is one; nothing else of a server outlives it. */
function traced(file: string, args: readonly string[], options: childProcess.SpawnOptions) {
  if (options?.detached !== true || ++supervisors !== which) return spawn(file, args, options);
  const [command, ...given] = tracer;
  const child = spawn(command, [...given, file, ...args], options);
  if (dieMs !== undefined) setTimeout(() => process.kill(process.pid, "SIGKILL"), dieMs);
  return child;
}

childProcess.spawn = traced as typeof spawn;
syncBuiltinESMExports();
