import { holdDirectoryWithin, releaseDirectory } from "@retinue/contained-fs";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import type { ChildConfig } from "@retinue/engine-contract";
import { admitRequest } from "../admit/admit-request.ts";
import { WorkspaceLeases } from "../admit/workspace-leases.ts";
import type { OutboxConfig, WatcherConfig } from "../configure/watcher-config.ts";
import { knownLauncherId } from "../contain/container-identity.ts";
import { openEngine } from "../engine/open-engine.ts";
import { planRun } from "../request/plan-run.ts";

/** What a request would get. */
export interface Plan {
  /** In the words of the engine. */
  readonly container: object;
  readonly config: ChildConfig;
  /** Keys of the request's configuration that the engine does not get. */
  readonly left_out: readonly string[];
  /** What it could ask through the host's broker, and spend; null: nothing. */
  readonly models: {
    readonly routes: Readonly<
      Record<string, { readonly upstream: string; readonly models: readonly string[] }>
    >;
    readonly limits: OutboxConfig["model_limits"];
  } | null;
}

/**
 * Says what a request would start, and starts nothing.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED with what the parent would be told, IMAGE_REFUSED.
 */
export async function planRequest(
  host: WatcherConfig,
  outbox: OutboxConfig,
  request: DelegationRequest,
): Promise<Plan> {
  using engine = await openEngine(host);
  const imageId = await engine.resolveImage(host.image);
  using admitted = admitRequest({ request, outbox, host, leases: new WorkspaceLeases() });
  // Stands for the inputs, which are written only for a run.
  const inputs = holdDirectoryWithin(request.workspace, "");
  try {
    const run = planRun(
      { config: host, imageId, launcher: knownLauncherId(host.spool) ?? "none-yet" },
      { outbox: outbox.name, entry: { subagentId: request.subagent_id, requestId: request.request_id } },
      { admitted, inputs, sockets: host.broker?.network ? undefined : admitted.models && inputs, sha256: "" },
    );
    const routes = Object.entries(admitted.models?.routes ?? {}).map(
      ([name, { upstream, models: named }]) => [name, { upstream, models: named }] as const,
    );
    const models =
      routes.length === 0 ? null : { routes: Object.fromEntries(routes), limits: outbox.model_limits };
    return { container: engine.optionsOf(run), config: admitted.config, left_out: admitted.leftOut, models };
  } finally {
    releaseDirectory(inputs);
  }
}
