import { holdDirectoryWithin, releaseDirectory } from "@retinue/contained-fs";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import type { ContainerCreateOptions } from "dockerode";
import type { ChildConfig } from "@retinue/engine-contract";
import { admitRequest } from "../admit/admit-request.ts";
import { WorkspaceLeases } from "../admit/workspace-leases.ts";
import type { OutboxConfig, WatcherConfig } from "../configure/watcher-config.ts";
import { createOptions } from "../contain/create-options.ts";
import { knownLauncherId } from "../contain/container-identity.ts";
import { engineClient } from "../contain/engine-client.ts";
import { resolveImage } from "../contain/resolve-image.ts";
import { planRun } from "../request/plan-run.ts";

/** What a request would get. */
export interface Plan {
  readonly container: ContainerCreateOptions;
  readonly config: ChildConfig;
  /** Keys of the request's configuration that the engine does not get. */
  readonly left_out: readonly string[];
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
  using engine = engineClient(host);
  const imageId = await resolveImage(engine.docker, host.image);
  using admitted = admitRequest({ request, outbox, host, leases: new WorkspaceLeases() });
  // Stands for the inputs, which are written only for a run.
  const inputs = holdDirectoryWithin(request.workspace, "");
  try {
    const run = planRun(
      { config: host, imageId, launcher: knownLauncherId(host.spool) ?? "none-yet" },
      { outbox: outbox.name, entry: { subagentId: request.subagent_id, requestId: request.request_id } },
      { admitted, inputs, sha256: "" },
    );
    return { container: createOptions(run), config: admitted.config, left_out: admitted.leftOut };
  } finally {
    releaseDirectory(inputs);
  }
}
