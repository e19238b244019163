import type { CommandLineAgent } from "@retinue/engine-contract";
import { CliError } from "../cli-error.ts";
import type { RunClient } from "./connection.ts";
import { runToEnd } from "./run-to-end.ts";

/** Runs a client's own commands. */
export function runClient({ title, program, install }: CommandLineAgent): RunClient {
  return (args) => {
    const { ok, stdout, said, isMissing } = runToEnd(program, args);
    if (ok) return stdout;
    if (isMissing) {
      throw new CliError("NO_CLIENT", `${title} is not installed: ${program} is not on PATH`, {
        remedy: `Run: ${install}`,
        details: { program },
      });
    }
    throw new CliError("NOT_ADDED", `${program} ${args.slice(0, 2).join(" ")} failed: ${said}`, {
      remedy: "Add by hand what `retinue config` prints without --write.",
      details: { program, args },
    });
  };
}
