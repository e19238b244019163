import { removeFile } from "@retinue/contained-fs";
import { removeOurs } from "../contain/remove-ours.ts";
import type { Host } from "./host.ts";
import type { RequestRecord } from "./request-record.ts";
import { removeInputs } from "./run-inputs.ts";

/** Removes what a request has on the engine and in the spool beside its records. */
export async function cleanUp(
  { config, confirm, engine, log, models }: Pick<Host, "config" | "confirm" | "engine" | "log" | "models">,
  record: RequestRecord,
): Promise<void> {
  const { name, identity: labels, logged, outbox } = record;
  for (const container of [`${name}-owner`, name]) {
    if (labels === undefined || (await removeOurs(engine, { name: container, labels }))) continue;
    log({ level: "warn", event: "not_ours", ...logged, container });
  }
  if (models !== undefined && record.asksModels) {
    confirm();
    await models.runs.forget(name, models.payer(outbox));
    removeFile(models.callFile(name));
  }
  removeInputs({ ...config, confirm }, name);
}
