import { holdDirectoryWithin, releaseDirectory, type HeldDirectory } from "@retinue/contained-fs";
import { newToken, sha256Of, type NetworkModels } from "@retinue/model-broker";
import type { Outcome } from "@retinue/delegation-protocol";
import type { PolicyReceipt } from "@retinue/engine-contract";
import type { Admitted } from "../admit/admit-request.ts";
import { engineConfig } from "../admit/engine-config.ts";
import type { RunModels } from "../admit/run-models.ts";
import type { OutboxConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { modelsFailed } from "../models/models-failed.ts";
import { deadlineAfter } from "./deadline-after.ts";
import type { Host } from "./host.ts";
import type { Outbox } from "./outbox.ts";
import type { RequestRecord } from "./request-record.ts";
import { readToken } from "./run-inputs.ts";

/** A run's way to its models, until it is disposed of. */
export interface OpenedModels extends Disposable {
  /** With its socket, held by a descriptor. */
  readonly sockets?: HeldDirectory;
  /** Over the network. */
  readonly network?: NetworkModels | undefined;
  /** Lets its time count from now: it may have waited in a queue since. @throws LaunchWatcherError MODELS_FAILED. */
  begin(): Promise<void>;
}

/**
 * Opens the way to the models of a run that is about to begin; undefined where it asks none.
 *
 * @throws LaunchWatcherError MODELS_FAILED.
 */
export async function openModels(
  { models, confirm }: Pick<Host, "models" | "confirm">,
  { name }: RequestRecord,
  {
    outbox,
    admitted,
  }: { readonly outbox: OutboxConfig; readonly admitted: Pick<Admitted, "models" | "timeoutSeconds"> },
): Promise<OpenedModels | undefined> {
  if (admitted.models === undefined || models === undefined) return undefined;
  const { routes } = admitted.models;
  const { token, sha256 } = newToken();
  const network = await models.network(token).catch((error: unknown) => {
    throw modelsFailed(error);
  });
  const open = async () => {
    const deadline = deadlineAfter(admitted.timeoutSeconds, new Date());
    const input = models.input(name, outbox, { routes, deadline, sha256: network && sha256 });
    confirm();
    return models.runs.open(input).catch((error: unknown) => {
      throw modelsFailed(error);
    });
  };
  const path = await open();
  if (network !== undefined)
    return { network, begin: async () => void (await open()), [Symbol.dispose]() {} };
  const sockets = holdDirectoryWithin(path, "");
  // On the machine of its broker it begins at once, and keeps its socket.
  return { sockets, begin: async () => {}, [Symbol.dispose]: () => releaseDirectory(sockets) };
}

/** Keeps the models of a run there that an earlier watcher let go. One whose outbox is not served keeps what is open. */
export async function resumeModels(
  { models, config, confirm }: Pick<Host, "models" | "config" | "confirm">,
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
    const { routes } = wanted;
    const token = models.isRemote ? readToken(config.spool, record.name) : undefined;
    // Without it nobody asks.
    if (models.isRemote && token === undefined) return;
    const sha256 = token && sha256Of(token);
    confirm();
    await models.runs.resume(models.input(record.name, outbox, { routes, deadline, sha256 }));
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
  { models, log, confirm }: Pick<Host, "models" | "log" | "confirm">,
  record: RequestRecord,
  outcome: Outcome,
): Promise<Outcome> {
  if (models === undefined || !record.hasGone || !record.asksModels) return outcome;
  // One that another watcher goes on with is that one's to close.
  confirm();
  const spent = await models.runs.close(record.name);
  if (spent === undefined) return outcome;
  log({ level: "info", event: "models_spent", ...record.logged, spent });
  return { ...outcome, spent, calls: await models.calls(record.name) };
}
