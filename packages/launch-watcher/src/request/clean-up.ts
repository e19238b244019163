import { removeOurs } from "../contain/remove-ours.ts";
import type { Host } from "./host.ts";
import type { RequestRecord } from "./request-record.ts";
import { removeInputs } from "./run-inputs.ts";

/** Removes what a request has on the engine and in the spool beside its records. */
export async function cleanUp(
  { config, docker, log }: Pick<Host, "config" | "docker" | "log">,
  { name, identity: labels, logged }: RequestRecord,
): Promise<void> {
  for (const container of [`${name}-owner`, name]) {
    if (labels === undefined || (await removeOurs(docker, { name: container, labels }))) continue;
    log({ level: "warn", event: "not_ours", ...logged, container });
  }
  removeInputs(config.spool, name);
}
