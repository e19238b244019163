import { holdDirectoryWithin, releaseDirectory, type HeldDirectory } from "@retinue/contained-fs";
import type { Outcome } from "@retinue/delegation-protocol";
import type { PolicyReceipt } from "@retinue/engine-contract";
import type { Admitted } from "../admit/admit-request.ts";
import { engineConfig } from "../admit/engine-config.ts";
import type { RunModels } from "../admit/run-models.ts";
import type { OutboxConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { deadlineAfter } from "./deadline-after.ts";
import type { Host } from "./host.ts";
import type { Outbox } from "./outbox.ts";
import type { RequestRecord } from "./request-record.ts";

/** The directory with the socket of a run's models, held by a descriptor until it is disposed of. */
export interface HeldSockets extends Disposable {
  readonly directory: HeldDirectory;
}

/**
 * Opens the way to the models of a run that is about to begin; undefined where it asks none.
 *
 * @throws LaunchWatcherError MODELS_FAILED.
 */
export async function openModels(
  { models }: Pick<Host, "models">,
  { name }: RequestRecord,
  {
    outbox,
    admitted,
  }: { readonly outbox: OutboxConfig; readonly admitted: Pick<Admitted, "models" | "timeoutSeconds"> },
): Promise<HeldSockets | undefined> {
  if (admitted.models === undefined || models === undefined) return undefined;
  const { routes } = admitted.models;
  const deadline = deadlineAfter(admitted.timeoutSeconds, new Date());
  const directory = holdDirectoryWithin(
    await models.runs.open(models.input(name, outbox, { routes, deadline })),
    "",
  );
  return { directory, [Symbol.dispose]: () => releaseDirectory(directory) };
}

/** Keeps the models of a run there that an earlier watcher let go. One whose outbox is not served keeps what is open. */
export async function resumeModels(
  { models, config }: Pick<Host, "models" | "config">,
  record: RequestRecord,
  { service }: Outbox,
): Promise<void> {
  const read = record.read();
  if (models === undefined || service === undefined || !read.ok || !record.asksModels) return;
  try {
    const { config: outbox } = service;
    const { yaml_config: document, timeout_seconds: seconds } = read.request;
    const { models: wanted } = engineConfig({
      document,
      inside: (path) => path,
      contexts: [],
      host: config,
      outbox,
    });
    const deadline = deadlineAfter(Math.min(Math.ceil(seconds), outbox.max_timeout_seconds), new Date());
    if (wanted === undefined) return;
    await models.runs.resume(models.input(record.name, outbox, { routes: wanted.routes, deadline }));
  } catch (error) {
    // What the outbox may not ask any more is not opened anew.
    if (!(error instanceof LaunchWatcherError)) throw error;
  }
}

/** What a receipt says of models: the host's own decision. */
export function modelsReceipt(
  models: RunModels | undefined,
  { model_limits }: Pick<OutboxConfig, "model_limits">,
): Pick<PolicyReceipt, "models"> {
  if (models === undefined) return {};
  const routes = Object.entries(models.routes).map(([name, route]) => [name, route.models]);
  return { models: { routes: Object.fromEntries(routes), limits: model_limits.run } };
}

/** Ends the calls of a run, and says with its outcome what it has spent. */
export async function withSpending(
  { models, log }: Pick<Host, "models" | "log">,
  record: RequestRecord,
  outcome: Outcome,
): Promise<Outcome> {
  if (models === undefined || !record.hasGone || !record.asksModels) return outcome;
  const spent = await models.runs.close(record.name);
  if (spent === undefined) return outcome;
  log({ level: "info", event: "models_spent", ...record.logged, spent });
  return { ...outcome, spent };
}
