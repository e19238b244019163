import { CliError } from "../cli-error.ts";

/** Nobody knows where the logs of a subagent are, or they are gone. */
export function notReadable(subagentId: string, what = "where its logs are"): CliError {
  return new CliError("NOT_READABLE", `It is not known of ${subagentId} ${what}`, {
    remedy: "Give their directory to: retinue ui DIR",
  });
}
