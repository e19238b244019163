import { removeOurs } from "../contain/remove-ours.ts";
import type { Host } from "./host.ts";
import type { RequestRecord } from "./request-record.ts";
import { removeInputs } from "./run-inputs.ts";

/** Removes what a request has on the engine and in the spool beside its records. */
export async function cleanUp(
  { config, docker, log, models }: Pick<Host, "config" | "docker" | "log" | "models">,
  record: RequestRecord,
): Promise<void> {
  const { name, identity: labels, logged, outbox } = record;
  for (const container of [`${name}-owner`, name]) {
    if (labels === undefined || (await removeOurs(docker, { name: container, labels }))) continue;
    log({ level: "warn", event: "not_ours", ...logged, container });
  }
  if (models !== undefined && record.asksModels) await models.runs.forget(name, models.payer(outbox));
  removeInputs(config.spool, name);
}
